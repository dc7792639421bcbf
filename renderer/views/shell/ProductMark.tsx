import './ProductMark.css';

/** The sign of the program, as in the title bar of a browser (index.html): a gate with water behind it. */
export function ProductMark() {
  return (
    <svg className="productMark" viewBox="0 0 16 16" aria-hidden="true">
      <rect width="16" height="16" rx="3" />
      <path d="M3 3v10M13 3v10M3 6h10M5 10q1.5-2 3 0t3 0" />
    </svg>
  );
}
