import { expect, it } from 'vitest';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { notableImages } from '../../../src/static/images/notable-images.ts';

const DIGEST = `sha256:${'a'.repeat(64)}`;

function workload(...images: readonly string[]): KubeObject {
  const containers = images.map((image, index) => ({ name: `c${String(index)}`, image }));
  return { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'web' }, spec: { template: { spec: { containers } } } };
}

it.each([
  [['nginx:1.27', 'registry.example.com:5000/team/web:v1'], []],
  [['nginx', 'nginx:1.27'], ['nginx']],
  [['nginx:latest'], ['nginx:latest']],
  [
    ['nginx:1.27', `nginx@${DIGEST}`, `nginx:1.27@${DIGEST}`],
    [`nginx@${DIGEST}`, `nginx:1.27@${DIGEST}`],
  ],
  [
    ['nginx:', 'No Image', '${IMAGE}'],
    ['nginx:', 'No Image', '${IMAGE}'],
  ],
  [[], []],
])('a workload with the images %j has these notable images: %j', (images, notable) => {
  expect(notableImages(workload(...images)).map(({ text }) => text)).toEqual(notable);
});
