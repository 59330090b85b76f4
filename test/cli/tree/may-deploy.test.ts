import { expect, it } from 'vitest';
import { appliesByName, mayDeploy } from '../../../src/cli/tree/worlds/may-deploy.ts';

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

it.each([
  ['kubectl apply -f a', true],
  ['kubectl diff -f a', false],
  ['kubectl apply --dry-run=server -f a', false],
  ['kubectl apply \\\n  -f a --dry-run=client', false],
  ['kubectl apply --dry-run=none -f a', true],
  ['kubectl apply -f a && kubectl apply --dry-run=server -f b', true],
  ['kubectl create secret generic s --dry-run=client -o yaml | kubectl apply -f -', true],
])('whether a pipeline applies something: %s', (command, may) => {
  expect(appliesByName(command)).toBe(may);
});
