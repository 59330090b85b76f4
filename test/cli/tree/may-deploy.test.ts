import { expect, it } from 'vitest';
import { mayDeploy } from '../../../src/cli/tree/worlds/may-deploy.ts';

it.each([
  ['kubectl delete -f a', false],
  ['kubectl kustomize a | kubectl delete -f -', false],
  ['KUBECTL ?= kubectl', false],
  ['kubectl apply -f a', true],
  ['kubectl apply -f a -o name | xargs kubectl wait', true],
  ['kubectl delete -f a && kubectl apply -f b', true],
])('whether a command may deploy something: %s', (command, may) => {
  expect(mayDeploy(command)).toBe(may);
});
