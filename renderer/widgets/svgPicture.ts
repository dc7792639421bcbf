/** What a style sheet says of an element of SVG, and a picture of it alone has to say itself. */
const STYLES = [
  ...['fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-dasharray'],
  ...['font-family', 'font-size', 'text-anchor'],
] as const;

/**
 * A drawing as it is seen now, for a canvas: it is as sharp as it is drawn there.
 * @param svg with width and height, px
 */
export async function svgPicture(svg: SVGSVGElement): Promise<HTMLImageElement> {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const copies = [copy, ...copy.querySelectorAll('*')];
  for (const [place, seen] of [svg, ...svg.querySelectorAll('*')].entries()) {
    const style = getComputedStyle(seen);
    for (const name of STYLES) copies[place].setAttribute(name, style.getPropertyValue(name));
    copies[place].removeAttribute('class');
  }
  const picture = new Image();
  picture.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`;
  await picture.decode();
  return picture;
}
