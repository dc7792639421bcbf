import type { SluiceError } from '../../shared/base/errors.ts';
import type { EngineApi } from '../../shared/ipc/engineApi.ts';
import { extentOf } from '../../shared/recording/extent.ts';

/** The part of a fake engine that tells how large a recording may become, and what of the program is its own. */
export class FakeExtent implements Pick<EngineApi, 'extent' | 'ownCode'> {
  /** Classes that a recording may measure: none, so that nothing is asked. */
  measurable: readonly string[] = [];
  /** Their jars. */
  places: ReadonlyMap<string, string> = new Map();
  whyNoOwnCode: SluiceError | null = null;

  readonly ownCode: EngineApi['ownCode'] = async (_sessionId, withBorders) => {
    const patterns = ['com.pool.Pool::getConnection', 'com.pool.Rows::execute(int,int)'];
    const borders = withBorders ? [{ name: 'JDBC', patterns }] : [];
    if (this.whyNoOwnCode !== null) return Promise.reject(this.whyNoOwnCode);
    return Promise.resolve({ patterns: ['com.acme.shop.**'], places: ['shop.jar'], borders });
  };

  /** What is chosen by patterns is small. */
  readonly extent: EngineApi['extent'] = async (_sessionId, { includes }) =>
    Promise.resolve(extentOf(includes.length === 0 ? this.measurable : [], (name) => this.places.get(name)));
}
