/** In a page that holds a recording: it lists no JVMs. */
export function StartView() {
  return null;
}
