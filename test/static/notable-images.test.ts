import { expect, it, vi } from 'vitest';
import type { KubeObject } from '../../src/fleet/kubernetes/object.ts';
import { notableImages } from '../../src/static/images/notable-images.ts';
import { LateBodies } from '../../src/static/read/lazy/late-bodies.ts';
import { lateObject } from '../../src/static/read/lazy/late-object.ts';

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
])('of %j these are notable: %j', (images, notable) => {
  const whole = workload(...images);
  const late = lateObject(whole, new LateBodies());
  for (const object of [whole, late]) expect(notableImages(object).map(({ text }) => text)).toEqual(notable);
});

it('reads no object again whose images all have a tag of their own', () => {
  const bodies = new LateBodies();
  const read = vi.spyOn(bodies, 'read');
  notableImages(lateObject(workload('nginx:1.27'), bodies));
  expect(read).not.toHaveBeenCalled();
  notableImages(lateObject(workload('nginx'), bodies));
  expect(read).toHaveBeenCalled();
});

it('is asked of an object that was changed since, not of the one it was made of', () => {
  const late = lateObject(workload('nginx:1.27'), new LateBodies());
  expect(notableImages({ ...late, spec: workload('nginx')['spec'] }).map(({ text }) => text)).toEqual(['nginx']);
});
