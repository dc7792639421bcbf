import type { Probed } from '../../../shared/instrument/instrumentationPlan.ts';
import { MethodIds } from '../../../shared/instrument/methodIds.ts';
import { SiteIds } from '../../../shared/instrument/siteIds.ts';
import type { ObjectLayout } from '../../../shared/events/objectLayout.ts';

/** The numbers that probes carry: those of methods, and of the places where objects are made. Each keeps its own for a session. */
export class ProbeIds {
  readonly methods = new MethodIds<Probed>();
  readonly sites: SiteIds;

  constructor(layout: ObjectLayout) {
    this.sites = new SiteIds(layout);
  }

  startRecording(): void {
    this.sites.startRecording(this.methods.startRecording());
  }
}
