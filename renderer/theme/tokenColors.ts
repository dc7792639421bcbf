/**
 * Colours of the theme that is in force, as the canvas takes them. All are written before the first is read: the browser computes styles
 * once.
 * @param element any in the window: it is given a child for a moment
 * @param tokens of tokens.css: "--text"
 */
export function tokenColors(element: HTMLElement, tokens: readonly string[]): string[] {
  const probe = element.appendChild(document.createElement('span'));
  const spans = tokens.map((token) => {
    const span = probe.appendChild(document.createElement('span'));
    span.style.color = `var(${token})`;
    return span;
  });
  const colors = spans.map((span) => getComputedStyle(span).color);
  probe.remove();
  return colors;
}
