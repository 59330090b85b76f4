import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** One file of a tree. */
export interface TreeFile {
  readonly name: string;
  readonly text: string;
}

/**
 * A tree as a platform team keeps it: one object in each file, and every tenth of them is a placement. Each placement names the namespace
 * of three files. The other files belong to applications that no placement of the tree names.
 */
function* largeTree(files: number): Generator<TreeFile> {
  for (let index = 0; index < files; index++) {
    const team = Math.floor(index / 10);
    const name = `team-${String(team).padStart(5, '0')}`;
    const kind = KINDS[index % 10] ?? 'configmap';
    yield { name: `apps/${name}/${kind}-${String(index % 10)}.yaml`, text: textOf(kind, name, index) };
  }
}

/** Writes the tree into a folder. */
export function writeLargeTree(folder: string, files: number): void {
  for (const { name, text } of largeTree(files)) {
    const file = join(folder, name);
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(file, text);
  }
}

const KINDS = ['placement', 'namespace', 'deployment', 'service', 'configmap', 'deployment', 'configmap', 'service', 'role', 'cron'];

function textOf(kind: string, team: string, index: number): string {
  // The first half of a team's objects is placed. The rest belongs to another application, which is not placed.
  const namespace = index % 10 < 5 ? team : `beside-${team}`;
  if (kind === 'placement') return placement(team);
  if (kind === 'namespace') return `apiVersion: v1\nkind: Namespace\nmetadata:\n  name: ${team}\n  labels:\n    team: ${team}\n`;
  if (kind === 'deployment') return deployment(namespace, `web-${String(index)}`);
  if (kind === 'service') return service(namespace, `web-${String(index)}`);
  if (kind === 'role') return role(namespace, `reader-${String(index)}`);
  if (kind === 'cron') return cronJob(namespace, `cleanup-${String(index)}`);
  return configMap(namespace, `settings-${String(index)}`);
}

function placement(team: string): string {
  return `# Where the content of ${team} runs.
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata:
  name: ${team}
spec:
  resourceSelectors:
    - group: ""
      version: v1
      kind: Namespace
      name: ${team}
  policy:
    placementType: PickAll
    affinity:
      clusterAffinity:
        requiredDuringSchedulingIgnoredDuringExecution:
          clusterSelectorTerms:
            - labelSelector:
                matchLabels:
                  env: prod
  strategy:
    type: RollingUpdate
    rollingUpdate:
      maxUnavailable: 25%
      maxSurge: 25%
      unavailablePeriodSeconds: 60
`;
}

function deployment(namespace: string, name: string): string {
  return `apiVersion: apps/v1
kind: Deployment
metadata:
  name: ${name}
  namespace: ${namespace}
  labels: &labels
    app.kubernetes.io/name: ${name}
    app.kubernetes.io/part-of: ${namespace}
spec:
  replicas: 3
  selector:
    matchLabels:
      app.kubernetes.io/name: ${name}
  template:
    metadata:
      labels:
        app.kubernetes.io/name: ${name}
    spec:
      serviceAccountName: ${name}
      containers:
        - name: main
          image: registry.example.com/${namespace}/${name}:1.42.0
          ports:
            - name: http
              containerPort: 8080
          env:
            - name: LOG_LEVEL
              value: info
            - name: REGION
              valueFrom:
                fieldRef:
                  fieldPath: metadata.labels['topology.kubernetes.io/region']
          resources:
            requests: { cpu: 100m, memory: 128Mi }
            limits: { cpu: "1", memory: 256Mi }
          readinessProbe:
            httpGet: { path: /healthz, port: http }
            initialDelaySeconds: 3
            periodSeconds: 10
`;
}

function service(namespace: string, name: string): string {
  return `apiVersion: v1
kind: Service
metadata:
  name: ${name}
  namespace: ${namespace}
spec:
  selector:
    app.kubernetes.io/name: ${name}
  ports:
    - name: http
      port: 80
      targetPort: http
`;
}

function configMap(namespace: string, name: string): string {
  const lines = Array.from({ length: 20 }, (_, line) => `    key.${String(line)} = value of ${name}\n`).join('');
  return `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\n  namespace: ${namespace}\ndata:\n  mode: fast\n  settings.properties: |\n${lines}`;
}

function role(namespace: string, name: string): string {
  return `apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata:
  name: ${name}
  namespace: ${namespace}
rules:
  - apiGroups: [""]
    resources: [configmaps, secrets]
    verbs: [get, list, watch]
`;
}

function cronJob(namespace: string, name: string): string {
  return `apiVersion: batch/v1
kind: CronJob
metadata:
  name: ${name}
  namespace: ${namespace}
spec:
  schedule: "*/5 * * * *"
  jobTemplate:
    spec:
      template:
        spec:
          restartPolicy: Never
          containers:
            - name: main
              image: registry.example.com/${name}:1
`;
}
