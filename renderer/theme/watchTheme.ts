/** For what is drawn and not styled: tells when colours or sizes may be others. @returns ends it */
export function watchTheme(restyle: () => void): () => void {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  dark.addEventListener('change', restyle);
  window.addEventListener('resize', restyle); // sizes follow the window
  // A theme that the user has chosen is a style or an attribute of the root element.
  const root = new MutationObserver(restyle);
  root.observe(document.documentElement, { attributes: true });
  return () => {
    dark.removeEventListener('change', restyle);
    window.removeEventListener('resize', restyle);
    root.disconnect();
  };
}
