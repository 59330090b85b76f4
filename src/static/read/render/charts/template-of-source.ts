import { listAt, stringAt } from '../../../../fleet/json/json.ts';
import { joinPath } from '../../kustomize/kustomization.ts';
import type { Sources } from '../sources.ts';
import { firstValueIn } from '../../../../yaml/documents.ts';

/**
 * The file of a template in the tree; `undefined` if a chart within the chart is packed. In the comments of helm a chart within the chart
 * has its alias in place of its folder. @param source as helm writes it: `shop/charts/cart/templates/a.yaml`
 */
export function templateOfSource(source: string, directory: string, sources: Sources): string | undefined {
  const [, ...names] = source.split('/');
  let chart = directory;
  while (names[0] === 'charts' && names.length > 2) {
    const [, name = ''] = names.splice(0, 2);
    const folder = joinPath(chart, `charts/${name}`);
    const isThere = sources.text(joinPath(folder, 'Chart.yaml')) !== undefined;
    chart = isThere ? folder : joinPath(chart, `charts/${nameOfAlias(name, sources.text(joinPath(chart, 'Chart.yaml')) ?? '') ?? name}`);
  }
  const file = joinPath(chart, names.join('/'));
  return sources.text(file) === undefined ? undefined : file;
}

function nameOfAlias(alias: string, description: string): string | undefined {
  const dependencies = listAt(firstValueIn(description), 'dependencies');
  return stringAt(
    dependencies.find((each) => stringAt(each, 'alias') === alias),
    'name',
  );
}
