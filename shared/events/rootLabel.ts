/** So many values have a label of their own; the one of all others is number 1 (SluiceLabels.java). */
export const MOST_LABELS = 1_001;
/** A value is told up to 64 of them, and by one that says that there are more. */
export const MOST_LABEL_CHARS = 65;

/** Of a value without characters, which no list could show. */
export const EMPTY_LABEL = '(empty)';
