import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import type { HubReader } from '../../../src/gates/hub/reader.ts';
import type { HubState, Visibility } from '../../../src/fleet/kubefleet/hub-state.ts';
import { memoryHub } from './memory-hub.ts';
import { stillBeating } from '../recordings/with-later-heartbeats.ts';
import type { SimClock } from '../sim-clock.ts';

/** What the hub holds from this time on (ms of the simulated clock), or the error that it answers with. */
export interface Scene {
  readonly at: number;
  readonly objects: readonly KubeObject[] | Error;
}

/** A hub that plays scenes; its members continue to send heartbeats. The watch lags by `behind` scenes until a refresh. */
export class ScriptedHub implements HubReader {
  readonly #clock: SimClock;
  readonly #scenes: readonly Scene[];
  readonly #start: Date;
  readonly #hidden: Readonly<Record<string, Visibility>>;
  refreshes = 0;

  constructor(clock: SimClock, start: Date, scenes: readonly Scene[], hidden: Readonly<Record<string, Visibility>> = {}) {
    this.#clock = clock;
    this.#start = start;
    this.#scenes = scenes;
    this.#hidden = hidden;
  }

  follow(): Promise<void> {
    return this.#answer();
  }

  state(): HubState {
    const objects = this.#scene.objects;
    const late = this.#clock.now();
    const beating = objects instanceof Error ? [] : objects.map((object) => stillBeating(object, late));
    return memoryHub(beating, new Date(this.#start.getTime() + late), this.#hidden);
  }

  async changed(signal: AbortSignal): Promise<void> {
    const now = this.#clock.now();
    const next = this.#scenes.find((scene) => scene.at > now);
    await this.#clock.until(next?.at ?? Number.POSITIVE_INFINITY, signal);
    if (!signal.aborted) await this.#answer();
  }

  refresh(): Promise<void> {
    this.refreshes += 1;
    return this.#answer();
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  get #scene(): Scene {
    const now = this.#clock.now();
    return this.#scenes.findLast((scene) => scene.at <= now) ?? { at: 0, objects: [] };
  }

  #answer(): Promise<void> {
    const { objects } = this.#scene;
    return objects instanceof Error ? Promise.reject(objects) : Promise.resolve();
  }
}
