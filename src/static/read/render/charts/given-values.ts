import { isObject, stringAt } from '../../../../fleet/json/json.ts';
import { type Delivery, deliveryId, isKnownText } from '../../deployers/delivery.ts';
import { valuesOfDelivery } from '../../deployers/values-of-delivery.ts';
import { directoryOf, joinPath } from '../../kustomize/kustomization.ts';
import type { Overlay } from '../overlay.ts';
import type { HelmCommand } from './helm-command.ts';
import { mayBeFile } from './listed-values.ts';
import { valuesInTexts } from './values-given-elsewhere.ts';
import type { GivenValues } from './values-of-charts.ts';

/** What gives values to charts. */
interface Givers {
  readonly texts: ReadonlyMap<string, string>;
  readonly commands: readonly HelmCommand[];
  readonly deliveries: readonly Delivery[];
  /** How reports name a folder at a path from the top of the repository. */
  readonly nameOfFolder: (path: string) => string;
}

/**
 * What commands, files of other tools and objects of Flux and Argo CD give to charts, also if that is nothing.
 */
export function givenValues(overlays: readonly Overlay[], { texts, commands, deliveries, nameOfFolder }: Givers): readonly GivenValues[] {
  const byChart = Map.groupBy(
    overlays.filter(({ tool }) => tool === 'helm'),
    ({ directory }) => directory,
  );
  const ofCommands = commands.flatMap(({ file, charts, values, release, set = [], reuses, keepsValues }) =>
    release?.isForTest === true
      ? []
      : (release?.charts ?? charts).map((chart) => ({
          file,
          chart,
          values: withTexts(values, set),
          ...(reuses !== undefined || keepsValues === true ? { isAdded: true as const } : {}),
        })),
  );
  const ofDeliveries = deliveries.flatMap((delivery) => {
    const { manifest, path, changes } = delivery;
    const values = valuesOfDelivery(changes);
    return isKnownText(path) ? [{ file: manifest.file, chart: nameOfFolder(path), values, delivery: deliveryId(delivery) }] : [];
  });
  return [...valuesInTexts(texts), ...ofCommands, ...ofDeliveries].flatMap(({ values, ...given }: Giving): readonly GivenValues[] => {
    const releases = byChart.get(given.chart);
    if (releases === undefined) return [];
    const items = values.flat(Infinity);
    const own = given.isAdded === true ? [] : releases.filter((release) => areOf(release, items, directoryOf(given.file)));
    return [{ ...given, values: items, releases: own.map(({ name }) => name) }];
  });
}

type Giving = Omit<GivenValues, 'releases'>;

/** Names that a command sets, with what it sets them to. */
function withTexts(values: readonly unknown[], set: readonly string[]): readonly unknown[] {
  const texts = new Map(set.map(pairOf));
  return values.flat(Infinity).map((value): unknown => {
    const name = isObject(value) && Object.keys(value).length === 1 ? stringAt(value, 'name') : undefined;
    return name === undefined ? value : { name, value: texts.get(name) };
  });
}

/** Whether values are those with which `render` lists a release, in its order. Others may be between them. */
function areOf({ directory, values, args }: Overlay, items: readonly unknown[], folder: string): boolean {
  const set = args.filter((arg) => arg.startsWith('--set')).flatMap((arg) => arg.slice(arg.indexOf('=') + 1).split(','));
  if (values.length + set.length === 0) return false;
  const written = items.filter((item) => typeof item === 'string');
  // The last one decides.
  const files = written.filter((file, index) => written.lastIndexOf(file) === index);
  const isFile = (path: string, file: string): boolean => mayBeFile(path, file, directory, folder);
  let found = 0;
  for (const path of files) if (isFile(path, values[found] ?? '')) found += 1;
  if (found < values.length) return false;
  // The own values of the chart are below all others. A file behind others replaces theirs.
  const own = joinPath(directory, 'values.yaml');
  if (!values.includes(own) && files.some((path, index) => index > 0 && isFile(path, own))) return false;
  const sets = items.flatMap((item) => (isObject(item) ? [[stringAt(item, 'name') ?? '', stringAt(item, 'value')] as const] : []));
  return set.map(pairOf).every(([name, text]) => {
    const last = sets.findLast(([each]) => each === name);
    return last !== undefined && (last[1] === undefined || last[1] === text || !isKnownText(last[1]));
  });
}

function pairOf(text: string): readonly [name: string, text: string] {
  const end = text.indexOf('=');
  return end < 0 ? [text, ''] : [text.slice(0, end), text.slice(end + 1)];
}
