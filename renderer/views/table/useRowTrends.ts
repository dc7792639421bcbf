import { useEffect, useRef, useState } from 'react';
import { useAppState } from '../../state/app/appContext.ts';
import type { RowsPicture } from '../../worker/table/rowTable.ts';
import { RowTrends, STEP_MS, type RowTrend } from './rowTrends.ts';
import { trendValue, type TrendColumn } from './trendColumn.ts';

/** Not more often: a scroll brings a picture in each frame. */
const LEAST_MS = 250;

/** Whether numbers grow in front of the reader: in a session, not in a file. */
export function useHasTrends(): boolean {
  return useAppState(({ screen }) => screen === 'session');
}

/**
 * How the rows of a table grow while it is recorded. When the recording pauses or ends, the last minute stays as it is.
 * @param of null: the column is not shown, and nothing is kept
 */
export function useRowTrends(
  picture: RowsPicture,
  of: TrendColumn | null,
): (node: number) => RowTrend | null {
  const trends = useRef(new RowTrends());
  const shown = useRef(picture);
  const notedMs = useRef(-LEAST_MS);
  const [, draw] = useState(0);
  const grows = useAppState(
    ({ session }) => session?.status.phase === 'recording' && session.status.measurement.paused !== true,
  );
  const isOn = of !== null && grows;
  useEffect(() => {
    shown.current = picture;
  }, [picture]);
  const note = (nowMs: number): void => {
    if (of === null) return;
    const { generation, measured, rows, further } = shown.current;
    notedMs.current = nowMs;
    const values = rows.map((row) => [row.node, trendValue(row, of, further)] as const);
    if (trends.current.note(`${generation} ${measured} ${of}`, values, nowMs)) draw((count) => count + 1);
  };
  useEffect(() => {
    const nowMs = performance.now();
    if (isOn && nowMs - notedMs.current >= LEAST_MS) note(nowMs);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- each picture once, whatever else is drawn
  }, [picture, isOn, of]);
  useEffect(() => {
    if (of === null) trends.current.clear();
    if (!isOn) return;
    // Without pictures nothing grows: that is to be seen too.
    const timer = setInterval(() => note(performance.now()), STEP_MS);
    return () => clearInterval(timer);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- note reads the picture of its time
  }, [isOn, of]);
  return (node) => (of === null ? null : trends.current.of(node));
}
