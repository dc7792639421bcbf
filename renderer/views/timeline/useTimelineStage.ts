import { useEffect, useRef, type RefObject } from 'react';
import type { TimeRange } from '../../../shared/jvmEvents/narrowedRecording.ts';
import type { Timeline } from '../../../shared/jvmEvents/tracks.ts';
import { watchTheme } from '../../theme/watchTheme.ts';
import { readTimelinePalette } from './timelinePalette.ts';
import { TimelinePainter } from './timelinePainter.ts';
import { TimelineStage, type TimelineElements } from './timelineStage.ts';

type TimelineRefs = { readonly [K in keyof TimelineElements]: RefObject<TimelineElements[K] | null> };

/** The stage of a timeline, in the colours of the theme. */
export function useTimelineStage(
  timeline: Timeline,
  range: TimeRange | null,
  { scroller, content, canvas }: TimelineRefs,
): RefObject<TimelineStage | null> {
  const stage = useRef<TimelineStage | null>(null);
  useEffect(() => {
    const elements = { scroller: scroller.current, content: content.current, canvas: canvas.current };
    if (!elements.scroller || !elements.content || !elements.canvas) return;
    const host = elements.scroller;
    const painter = new TimelinePainter(elements.canvas, readTimelinePalette(host));
    const made = new TimelineStage(elements as TimelineElements, painter);
    stage.current = made;
    const restyle = (): void => {
      painter.palette = readTimelinePalette(host);
      made.restyled();
    };
    const unwatch = watchTheme(restyle);
    return () => {
      unwatch();
      made.close();
      stage.current = null;
    };
  }, [scroller, content, canvas]);

  useEffect(() => stage.current?.show(timeline), [timeline]);
  useEffect(() => {
    if (stage.current) stage.current.range = range;
  }, [range]);
  return stage;
}
