import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { MethodSource } from '../../../shared/ipc/methodSource.ts';
import { visibleLine } from '../../../shared/naming/visibleText.ts';
import type { LineHits } from '../../state/lineHits.ts';
import { useTokenPx } from '../../widgets/useTokenPx.ts';

/** Lines above the method, or the line of a frame, that are in view when it is shown. */
const LINES_ABOVE = 3;
/** Beyond what is in view, so that a scroll meets drawn lines. */
const LINES_BEYOND = 20;
const MAX_LINE_CHARS = 2_000;

interface SourceTextProps {
  readonly source: MethodSource;
  readonly hits: LineHits;
  /** Of the source, where a frame is; 0: it begins at the method. */
  readonly frameLine: number;
}

/** A text by its lines, of which those in view are drawn; it begins at the method or frame, with what is known of each line before it. */
export function SourceText({ source, hits, frameLine }: SourceTextProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const linePx = useTokenPx('--row-height');
  const [view, setView] = useState({ top: 0, height: 600 });
  const lines = useMemo(() => source.text.split('\n'), [source.text]);
  const probes = useMemo(() => new Set(source.probeLines), [source.probeLines]);
  const { firstLine, lastLine } = source;
  const isAtFrame = frameLine > 0 && source.sourceLines === null;
  const topLine = (isAtFrame ? frameLine : firstLine) - LINES_ABOVE;
  const look = (): void => {
    const element = scroller.current;
    if (element) setView({ top: element.scrollTop, height: element.clientHeight });
  };
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    element.scrollTop = Math.max(0, topLine - 1) * linePx;
    const observer = new ResizeObserver(look);
    observer.observe(element);
    look();
    return () => observer.disconnect();
  }, [source, topLine, linePx]);
  const first = Math.max(0, Math.floor(view.top / linePx) - LINES_BEYOND);
  const end = Math.min(lines.length, Math.ceil((view.top + view.height) / linePx) + LINES_BEYOND);
  const widest = useMemo(() => lines.reduce((most, line) => Math.max(most, line.length), 0), [lines]);
  const hasHits = hits.size > 0;
  return (
    <div
      ref={scroller}
      className={hasHits ? 'sourceText sourceText-hits mono' : 'sourceText mono'}
      role="region"
      aria-label={`Code of ${visibleLine(source.title)}`}
      tabIndex={0}
      onScroll={look}
    >
      <div
        style={{
          height: lines.length * linePx,
          minWidth: `${Math.min(MAX_LINE_CHARS, widest) + (hasHits ? 16 : 8)}ch`,
        }}
      >
        <div style={{ transform: `translateY(${first * linePx}px)` }}>
          {lines.slice(first, end).map((text, i) => {
            const number = first + i + 1;
            const line = source.sourceLines ? source.sourceLines[number - 1] : number;
            const hit = line === undefined ? undefined : hits.get(line);
            const isOwn = firstLine > 0 && number >= firstLine && number <= lastLine;
            return (
              <div
                key={number}
                className={[
                  'sourceLine',
                  isOwn && source.form !== 'bytecode' ? 'sourceLine-own' : '',
                  probes.has(number) ? 'sourceLine-probe' : '',
                ].join(' ')}
                style={{ height: linePx, lineHeight: `${linePx}px` }}
              >
                {hasHits ? (
                  <span className="sourceHit" title={hit?.hint}>
                    {hit ? (
                      <>
                        <span className="sourceHitBar" style={{ width: `${hit.share * 100}%` }} />
                        <span className="sourceHitText">{hit.text}</span>
                      </>
                    ) : null}
                  </span>
                ) : null}
                <span className="sourceNumber">{line === 0 || line === undefined ? '' : line}</span>
                <span className="sourceCode">
                  {visibleLine(text.slice(0, MAX_LINE_CHARS).replaceAll('\t', '    '))}
                </span>
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}
