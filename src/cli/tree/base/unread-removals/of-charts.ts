import type { NotEvaluated } from '../../../../finding.ts';
import { listed } from '../../../../fleet/text/listed.ts';
import { placedContent } from '../../../../static/read/kustomize/placed-content.ts';
import type { ReadResult } from '../../../../static/read/read-result.ts';
import { writtenNamespaces } from '../../../../static/read/render/charts/written-namespaces.ts';
import { deliveryId } from '../../../../static/read/deployers/delivery.ts';
import { unevaluated } from '../../../../static/world/unevaluated.ts';
import { deliveriesOf } from './deliveries-of.ts';
import { keepsAll } from './keeps-all.ts';
import { NOT_CHECKED } from './not-checked.ts';

/** Charts that a deployer renders with values that are not known here, if the change edits their files or those of the values. */
export function ofCharts(read: ReadResult, base: ReadResult): readonly NotEvaluated[] {
  const [now, before] = [read, base].map(({ unlistedCharts = [] }) => unlistedCharts);
  if (now === undefined || before === undefined || now.length + before.length === 0) return [];
  const isPlaced = placedContent(base.manifests);
  const nowOf = deliveriesOf(read, base);
  return before.flatMap(({ delivery, directory, texts }) => {
    const has = new Set(nowOf(delivery).map(deliveryId));
    const is = now.find((each) => has.has(deliveryId(each.delivery)));
    if (is === undefined || keepsAll(delivery.manifest, is.delivery.manifest)) return [];
    const edited = [...new Set([...texts.keys(), ...is.texts.keys()])].filter(
      (file) => (texts.get(file) ?? '') !== (is.texts.get(file) ?? ''),
    );
    const namespaces = [delivery.namespace ?? [], ...[...texts.values()].map(writtenNamespaces)].flat();
    const manifests = base.manifests.filter(({ overlay }) => overlay === directory);
    if (edited.length === 0 || !isPlaced({ namespaces, manifests })) return [];
    const reason = `This change edits ${listed(edited.toSorted(), 3, 'files')}, and what the chart makes with the values of this deployer is not known: list it with them in \`render\` of the configuration. ${NOT_CHECKED}`;
    return [unevaluated(is.delivery.manifest, reason)];
  });
}
