/** PodSpecs that a level of the Pod Security Standards allows or forbids. */

const SAFE = {
  allowPrivilegeEscalation: false,
  runAsNonRoot: true,
  seccompProfile: { type: 'RuntimeDefault' },
  capabilities: { drop: ['ALL'] },
};
/** What the level restricted allows, with a change. */
const pod = (context: object, more: object = {}, container: object = {}): object => ({
  containers: [{ name: 'web', image: 'web:1', securityContext: { ...SAFE, ...context }, ...container }],
  ...more,
});

/** Kubernetes 1.34 still forbids it; with the feature `UserNamespacesPodSecurityStandards` it is allowed. */
export const ROOT_IN_USER_NAMESPACE = pod({ runAsNonRoot: undefined, runAsUser: 0 }, { hostUsers: false });

export const ALLOWED_BY_RESTRICTED: readonly (readonly [string, object])[] = [
  ['nothing more', pod({})],
  ['what the Pod sets for its containers', pod({ runAsNonRoot: undefined, seccompProfile: undefined }, { securityContext: SAFE })],
  ['a low port', pod({ capabilities: { drop: ['ALL'], add: ['NET_BIND_SERVICE'] } })],
  [
    'volumes of the restricted types',
    pod(
      {},
      {
        volumes: [
          { name: 'a', emptyDir: {} },
          { name: 'b', persistentVolumeClaim: { claimName: 'b' } },
          { name: 'c', projected: {} },
        ],
      },
    ),
  ],
  [
    'a container of Windows',
    pod({ allowPrivilegeEscalation: undefined, capabilities: undefined, seccompProfile: undefined }, { os: { name: 'windows' } }),
  ],
  ['a port without a port of the host', pod({}, {}, { ports: [{ containerPort: 80, hostPort: 0 }] })],
];

/** With the sentence about the fault. */
export const FORBIDDEN_BY_BOTH: readonly (readonly [string, object, string])[] = [
  ['a network of the host', pod({}, { hostNetwork: true }), 'the Pod must not set `hostNetwork`'],
  ['processes of the host', pod({}, { hostPID: true }), 'the Pod must not set `hostPID`'],
  ['a folder of the host', pod({}, { volumes: [{ name: 'a', hostPath: { path: '/' } }] }), 'volume a must not be a `hostPath`'],
  ['a privileged container', pod({ privileged: true, allowPrivilegeEscalation: true }), 'container web must not be `privileged`'],
  [
    'a privileged init container',
    pod(
      {},
      {
        initContainers: [{ name: 'init', image: 'init:1', securityContext: { ...SAFE, allowPrivilegeEscalation: true, privileged: true } }],
      },
    ),
    'container init must not be `privileged`',
  ],
  [
    'a capability',
    pod({ capabilities: { drop: ['ALL'], add: ['CHOWN', 'NET_ADMIN'] } }),
    'container web must not add the capability NET_ADMIN',
  ],
  ['a port of the host', pod({}, {}, { ports: [{ containerPort: 80, hostPort: 80 }] }), 'container web must not set `hostPort`'],
  ['no seccomp', pod({ seccompProfile: { type: 'Unconfined' } }), 'container web must not set `seccompProfile` to Unconfined'],
  [
    'no AppArmor for the Pod',
    pod({}, { securityContext: { appArmorProfile: { type: 'Unconfined' } } }),
    'the Pod must not set `appArmorProfile` to Unconfined',
  ],
  ['a user of SELinux', pod({ seLinuxOptions: { user: 'system_u' } }), 'container web must not set `user` of `seLinuxOptions`'],
  ['a process of the host on Windows', pod({ windowsOptions: { hostProcess: true } }), 'container web must not set `hostProcess`'],
];

export const FORBIDDEN_BY_RESTRICTED: readonly (readonly [string, object, string])[] = [
  ['root', pod({ runAsUser: 0 }), 'container web must not set `runAsUser: 0`'],
  ['a user that is not known', pod({ runAsNonRoot: undefined }), 'container web must set `runAsNonRoot: true`'],
  [
    'a container that takes back what the Pod sets',
    pod({ runAsNonRoot: false }, { securityContext: SAFE }),
    'container web must set `runAsNonRoot: true`',
  ],
  ['more rights than the parent', pod({ allowPrivilegeEscalation: undefined }), 'container web must set `allowPrivilegeEscalation: false`'],
  ['the default capabilities', pod({ capabilities: undefined }), 'container web must drop the capability ALL'],
  [
    'a capability of the default ones',
    pod({ capabilities: { drop: ['ALL'], add: ['CHOWN'] } }),
    'container web must not add the capability CHOWN',
  ],
  ['the default seccomp', pod({ seccompProfile: undefined }), 'container web must set `seccompProfile: {type: RuntimeDefault}`'],
  ['another type of volume', pod({}, { volumes: [{ name: 'a', nfs: { server: 'a', path: '/' } }] }), 'volume a must not be of type `nfs`'],
];
