const e=require("./rolldown-runtime.js"),t=require("./main.js");let n=require("node:crypto"),r=require("node:https"),i=require("node:zlib");const a=[{path:`billing/app.yaml`,text:`apiVersion: v1
kind: Namespace
metadata:
  name: billing
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: feature-flags
  namespace: billing
data:
  invoices: 'on'
`},{path:`billing/placement.yaml`,text:`apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata:
  name: billing
spec:
  resourceSelectors:
    - { group: '', version: v1, kind: Namespace, name: billing }
  policy:
    placementType: PickAll
`},{path:`catalog/app.yaml`,text:`apiVersion: v1
kind: Namespace
metadata:
  name: catalog
  labels: { team: catalog }
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: categories
  namespace: catalog
data:
  list: books, games, tools
`},{path:`catalog/placement.yaml`,text:`apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata:
  name: catalog
spec:
  resourceSelectors:
    - { group: '', version: v1, kind: Namespace, name: catalog }
  policy:
    placementType: PickFixed
    # planted: pickfixed-unknown-cluster (the cluster is called dublin)
    clusterNames: [amsterdam, dublim]
---
# planted: overlapping-placements (both place the same namespace on amsterdam)
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata:
  name: catalog-preview
spec:
  resourceSelectors:
    - group: ''
      version: v1
      kind: Namespace
      labelSelector:
        matchLabels: { team: catalog }
  policy:
    placementType: PickN
    # planted: pickn-too-few-clusters (the fleet has three)
    numberOfClusters: 5
`},{path:`checkout/app.yaml`,text:`apiVersion: v1
kind: Namespace
metadata:
  name: checkout
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: payment-methods
  namespace: checkout
data:
  methods: card, invoice
`},{path:`checkout/placement.yaml`,text:`apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata:
  name: checkout
spec:
  resourceSelectors:
    - { group: '', version: v1, kind: Namespace, name: checkout }
  policy:
    placementType: PickAll
  strategy:
    # planted: external-without-run (the only run is for "chekout")
    type: External
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterStagedUpdateStrategy
metadata:
  name: staging-first
spec:
  stages:
    - name: staging
      labelSelector:
        matchLabels: { env: staging }
    - name: prod
      labelSelector:
        matchLabels: { env: prod }
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterStagedUpdateRun
metadata:
  name: checkout-2026-11-02
spec:
  placementName: chekout
  stagedRolloutStrategyName: staging-first
  state: Run
`},{path:`fleet/members.yaml`,text:`# The clusters of the shop, as \`kubectl get memberclusters -o yaml\` shows them.
apiVersion: cluster.kubernetes-fleet.io/v1
kind: MemberCluster
metadata:
  name: amsterdam
  labels: { env: prod, region: west }
spec:
  identity: { apiGroup: rbac.authorization.k8s.io, kind: User, name: member-agent-amsterdam }
  heartbeatPeriodSeconds: 15
status:
  conditions:
    - { type: ReadyToJoin, status: 'True', reason: MemberClusterReadyToJoin, message: Member cluster is ready to join the fleet, observedGeneration: 1, lastTransitionTime: '2026-11-02T06:30:00Z' }
    - { type: Joined, status: 'True', reason: MemberClusterJoined, message: Member cluster has successfully joined the fleet, observedGeneration: 1, lastTransitionTime: '2026-11-02T06:30:05Z' }
  agentStatus:
    - type: MemberAgent
      lastReceivedHeartbeat: '2026-11-02T08:59:55Z'
      conditions:
        - { type: Healthy, status: 'True', reason: InternalMemberClusterHealthy, message: '', observedGeneration: 1, lastTransitionTime: '2026-11-02T06:30:05Z' }
        - { type: Joined, status: 'True', reason: InternalMemberClusterJoined, message: '', observedGeneration: 1, lastTransitionTime: '2026-11-02T06:30:05Z' }
  properties:
    kubernetes-fleet.io/node-count: { value: '6', observationTime: '2026-11-02T08:59:55Z' }
  resourceUsage:
    capacity: { cpu: '24', memory: 96Gi }
    allocatable: { cpu: '24', memory: 96Gi }
    available: { cpu: '21', memory: 86Gi }
    observationTime: '2026-11-02T08:59:55Z'
---
apiVersion: cluster.kubernetes-fleet.io/v1
kind: MemberCluster
metadata:
  name: dublin
  labels: { env: prod, region: west }
spec:
  identity: { apiGroup: rbac.authorization.k8s.io, kind: User, name: member-agent-dublin }
  heartbeatPeriodSeconds: 15
status:
  conditions:
    - { type: ReadyToJoin, status: 'True', reason: MemberClusterReadyToJoin, message: Member cluster is ready to join the fleet, observedGeneration: 1, lastTransitionTime: '2026-11-02T06:30:00Z' }
    - { type: Joined, status: 'True', reason: MemberClusterJoined, message: Member cluster has successfully joined the fleet, observedGeneration: 1, lastTransitionTime: '2026-11-02T06:30:05Z' }
  agentStatus:
    - type: MemberAgent
      lastReceivedHeartbeat: '2026-11-02T08:59:55Z'
      conditions:
        - { type: Healthy, status: 'True', reason: InternalMemberClusterHealthy, message: '', observedGeneration: 1, lastTransitionTime: '2026-11-02T06:30:05Z' }
        - { type: Joined, status: 'True', reason: InternalMemberClusterJoined, message: '', observedGeneration: 1, lastTransitionTime: '2026-11-02T06:30:05Z' }
  properties:
    kubernetes-fleet.io/node-count: { value: '4', observationTime: '2026-11-02T08:59:55Z' }
  resourceUsage:
    capacity: { cpu: '16', memory: 64Gi }
    allocatable: { cpu: '16', memory: 64Gi }
    available: { cpu: '13', memory: 54Gi }
    observationTime: '2026-11-02T08:59:55Z'
---
apiVersion: cluster.kubernetes-fleet.io/v1
kind: MemberCluster
metadata:
  name: oslo
  labels: { env: staging, region: north }
spec:
  identity: { apiGroup: rbac.authorization.k8s.io, kind: User, name: member-agent-oslo }
  heartbeatPeriodSeconds: 15
status:
  conditions:
    - { type: ReadyToJoin, status: 'True', reason: MemberClusterReadyToJoin, message: Member cluster is ready to join the fleet, observedGeneration: 1, lastTransitionTime: '2026-11-02T06:30:00Z' }
    - { type: Joined, status: 'True', reason: MemberClusterJoined, message: Member cluster has successfully joined the fleet, observedGeneration: 1, lastTransitionTime: '2026-11-02T06:30:05Z' }
  agentStatus:
    - type: MemberAgent
      lastReceivedHeartbeat: '2026-11-02T08:59:55Z'
      conditions:
        - { type: Healthy, status: 'True', reason: InternalMemberClusterHealthy, message: '', observedGeneration: 1, lastTransitionTime: '2026-11-02T06:30:05Z' }
        - { type: Joined, status: 'True', reason: InternalMemberClusterJoined, message: '', observedGeneration: 1, lastTransitionTime: '2026-11-02T06:30:05Z' }
  properties:
    kubernetes-fleet.io/node-count: { value: '3', observationTime: '2026-11-02T08:59:55Z' }
  resourceUsage:
    capacity: { cpu: '12', memory: 48Gi }
    allocatable: { cpu: '12', memory: 48Gi }
    available: { cpu: '9', memory: 38Gi }
    observationTime: '2026-11-02T08:59:55Z'
`},{path:`inventory/placement.yaml`,text:`# planted: rp-namespace-not-placed (no placement brings the namespace to any cluster)
apiVersion: placement.kubernetes-fleet.io/v1
kind: ResourcePlacement
metadata:
  name: stock
  namespace: inventory
spec:
  resourceSelectors:
    - { group: '', version: v1, kind: ConfigMap, name: warehouses }
  policy:
    placementType: PickAll
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: warehouses
  namespace: inventory
data:
  list: north, south
---
apiVersion: v1
kind: Namespace
metadata:
  name: inventory
`},{path:`loyalty/placement.yaml`,text:`apiVersion: v1
kind: Namespace
metadata:
  name: loyalty
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata:
  name: loyalty
spec:
  resourceSelectors:
    # planted: selects-nothing (the namespace is called loyalty)
    - { group: '', version: v1, kind: Namespace, name: loyalti }
  policy:
    placementType: PickAll
`},{path:`ops/placements.yaml`,text:`apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata:
  name: tools
spec:
  resourceSelectors:
    # planted: reserved-namespace (kube- is not placed by Fleet)
    - { group: '', version: v1, kind: Namespace, name: kube-tools }
  policy:
    placementType: PickAll
---
apiVersion: v1
kind: Namespace
metadata:
  name: kube-tools
---
# planted: api-version-not-served (that kind is served as v1beta1)
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacementDisruptionBudget
metadata:
  name: storefront
spec:
  minAvailable: 2
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata:
  name: dashboards
spec:
  resourceSelectors:
    - { group: '', version: v1, kind: Namespace, name: dashboards }
  policy:
    # planted: schema (PickAll, PickN or PickFixed)
    placementType: PickSome
---
apiVersion: v1
kind: Namespace
metadata:
  name: dashboards
`},{path:`search/app.yaml`,text:`apiVersion: v1
kind: Namespace
metadata:
  name: search
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: api
  namespace: search
  labels: { app: search-api }
spec:
  replicas: 3
  selector:
    matchLabels: { app: search-api }
  template:
    metadata:
      labels: { app: search-api }
    spec:
      containers:
        - name: api
          image: shop/search:2.11.3
`},{path:`search/placement.yaml`,text:`# The namespace goes everywhere, the application to two production clusters.
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata:
  name: search-namespace
spec:
  resourceSelectors:
    - { group: '', version: v1, kind: Namespace, name: search, selectionScope: NamespaceOnly }
  policy:
    placementType: PickAll
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ResourcePlacement
metadata:
  name: api
  namespace: search
spec:
  resourceSelectors:
    - { group: apps, version: v1, kind: Deployment, name: api }
  policy:
    placementType: PickN
    numberOfClusters: 2
    affinity:
      clusterAffinity:
        requiredDuringSchedulingIgnoredDuringExecution:
          clusterSelectorTerms:
            - labelSelector:
                matchLabels: { env: prod }
---
# Half of the replicas where there is less room.
apiVersion: placement.kubernetes-fleet.io/v1
kind: ResourceOverride
metadata:
  name: api-small
  namespace: search
spec:
  # planted: override-scope (the placement is a ResourcePlacement, the scope says Cluster by default)
  placement: { name: api }
  resourceSelectors:
    - { group: apps, version: v1, kind: Deployment, name: api }
  policy:
    overrideRules:
      - clusterSelector:
          clusterSelectorTerms:
            - labelSelector:
                matchLabels: { region: west }
        jsonPatchOverrides:
          - { op: replace, path: /spec/replicas, value: 1 }
`},{path:`storefront/app.yaml`,text:`apiVersion: v1
kind: Namespace
metadata:
  name: storefront
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: banner
  namespace: storefront
data:
  text: Winter sale
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  namespace: storefront
  labels: { app: web }
spec:
  replicas: 2
  selector:
    matchLabels: { app: web }
  template:
    metadata:
      labels: { app: web }
    spec:
      containers:
        - name: web
          image: shop/storefront:1.5.0
          ports: [{ containerPort: 8080 }]
`},{path:`storefront/placement.yaml`,text:`apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata:
  name: storefront
spec:
  resourceSelectors:
    - { group: '', version: v1, kind: Namespace, name: storefront }
  policy:
    placementType: PickAll
  strategy:
    type: RollingUpdate
    rollingUpdate:
      maxUnavailable: 1
`}];async function o(){let t=await Promise.resolve().then(()=>/* @__PURE__ */ e.r(require("./build.js").default,1)),r=(...e)=>new t.Sequence({value:e}),i=(e,n)=>new t.Constructed({idBlock:{tagClass:s,tagNumber:e},value:[n]}),a=e=>new t.ObjectIdentifier({value:e}),o=e=>new t.OctetString({valueHex:e}),_=(e,n,i=!1)=>r(a(e),...i?[new t.Boolean({value:!0})]:[],o(new Uint8Array(n.toBER()))),v=(e,n)=>new t.Primitive({idBlock:{tagClass:s,tagNumber:e},valueHex:n}),{publicKey:y,privateKey:b}=(0,n.generateKeyPairSync)(`ec`,{namedCurve:`P-256`,publicKeyEncoding:{type:`spki`,format:`der`},privateKeyEncoding:{type:`pkcs8`,format:`pem`}}),x=Date.now(),S=r(new t.Set({value:[r(a(l),new t.Utf8String({value:`fleet-gate embedded hub`}))]})),C=Uint8Array.from([1,...(0,n.randomBytes)(15)]),w=r(i(0,new t.Integer({value:c})),new t.Integer({valueHex:C}),r(a(u)),S,r(new t.UTCTime({valueDate:/* @__PURE__ */ new Date(x-36e5)}),new t.UTCTime({valueDate:new Date(x+864e5)})),S,t.fromBER(y).result,i(3,r(_(d,r(new t.Boolean({value:!0})),!0),_(f,new t.BitString({valueHex:p,unusedBits:2}),!0),_(m,r(a(h))),_(g,r(v(2,Buffer.from(`localhost`)),v(7,Uint8Array.from([127,0,0,1]))))))),T=(0,n.sign)(`sha256`,new Uint8Array(w.toBER()),(0,n.createPrivateKey)(b)),E=r(w,r(a(u)),new t.BitString({valueHex:T})).toBER();return{key:b,cert:ee(Buffer.from(E))}}const s=3,c=2,l=`2.5.4.3`,u=`1.2.840.10045.4.3.2`,d=`2.5.29.19`,f=`2.5.29.15`,p=Uint8Array.from([132]),m=`2.5.29.37`,h=`1.3.6.1.5.5.7.3.1`,g=`2.5.29.17`;function ee(e){return[`-----BEGIN CERTIFICATE-----`,...e.toString(`base64`).match(/.{1,64}/g)??[],`-----END CERTIFICATE-----`,``].join(`
`)}function _(){return{denies:()=>!1,initializes:()=>!1,answers:()=>void 0,clockSkewMs:0,pieceBytes:0,pieceDelayMs:0,expiredWatch:`event`,silentWatches:!1}}const v=[...t.ua,...x(``,[`v1`],`Cluster`,{Namespace:`namespaces`,Node:`nodes`,PersistentVolume:`persistentvolumes`}),...x(``,[`v1`],`Namespaced`,{ConfigMap:`configmaps`,Event:`events`,LimitRange:`limitranges`,PersistentVolumeClaim:`persistentvolumeclaims`,Pod:`pods`,ResourceQuota:`resourcequotas`,Secret:`secrets`,Service:`services`,ServiceAccount:`serviceaccounts`}),...x(`apps`,[`v1`],`Namespaced`,{DaemonSet:`daemonsets`,Deployment:`deployments`,ReplicaSet:`replicasets`,StatefulSet:`statefulsets`}),...x(`batch`,[`v1`],`Namespaced`,{CronJob:`cronjobs`,Job:`jobs`}),...x(`networking.k8s.io`,[`v1`],`Namespaced`,{Ingress:`ingresses`,NetworkPolicy:`networkpolicies`}),...x(`policy`,[`v1`],`Namespaced`,{PodDisruptionBudget:`poddisruptionbudgets`}),...x(`rbac.authorization.k8s.io`,[`v1`],`Cluster`,{ClusterRole:`clusterroles`,ClusterRoleBinding:`clusterrolebindings`}),...x(`rbac.authorization.k8s.io`,[`v1`],`Namespaced`,{Role:`roles`,RoleBinding:`rolebindings`}),...x(`admissionregistration.k8s.io`,[`v1`],`Cluster`,{ValidatingAdmissionPolicy:`validatingadmissionpolicies`,ValidatingAdmissionPolicyBinding:`validatingadmissionpolicybindings`}),...x(`apiextensions.k8s.io`,[`v1`],`Cluster`,{CustomResourceDefinition:`customresourcedefinitions`})];function y(e){return e.group===``?e.plural:`${e.plural}.${e.group}`}function b(e){return`${e.group}/${e.kind}`}function x(e,t,n,r){return Object.entries(r).map(([r,i])=>({group:e,kind:r,plural:i,namespaced:n===`Namespaced`,versions:t}))}var S=class extends Error{name=`ApiFailure`;status;constructor(e,t,n,r){super(n),this.status={kind:`Status`,apiVersion:`v1`,metadata:{},status:`Failure`,message:n,reason:t,...r===void 0?{}:{details:r},code:e}}};const C=()=>new S(401,`Unauthorized`,`Unauthorized`),w=e=>new S(400,`BadRequest`,e),T=e=>new S(422,`Invalid`,`ListOptions.meta.k8s.io "" is invalid: ${e}`,{group:`meta.k8s.io`,kind:`ListOptions`}),E=()=>new S(405,`MethodNotAllowed`,`the server does not allow this method on the requested resource`,{}),te=()=>new S(406,`NotAcceptable`,`only the following media types are accepted: application/json, application/yaml, application/vnd.kubernetes.protobuf`),D=(e,t)=>new S(404,`NotFound`,`${y(e)} "${t}" not found`,{name:t,group:e.group,kind:e.plural}),O=e=>new S(409,`Conflict`,e),ne=e=>new S(415,`UnsupportedMediaType`,`the body of the request was in an unknown format: ${e}`),k=e=>new S(410,`Expired`,e),re=(e,t)=>new S(504,`Timeout`,`Too large resource version: ${e}, current: ${t}`,{causes:[{reason:`ResourceVersionTooLarge`,message:`Too large resource version`}],retryAfterSeconds:1}),ie=()=>new S(429,`TooManyRequests`,`storage is (re)initializing`,{retryAfterSeconds:1}),ae=e=>new S(500,`InternalError`,`Internal error occurred: ${e}`,{causes:[{message:e}]});function A(e,t,n){let r=n.namespace===void 0?`at the cluster scope`:`in the namespace "${n.namespace}"`,i=n.name===void 0?``:` "${n.name}"`;return new S(403,`Forbidden`,`${y(t)}${i} is forbidden: User "${e}" cannot ${n.verb} resource "${t.plural}" in API group "${t.group}" ${r}`,{...n.name===void 0?{}:{name:n.name},group:t.group,kind:t.plural})}const oe={kind:`APIVersions`,versions:[`v1`],serverAddressByClientCIDRs:[]};function se(e){return{kind:`APIGroupList`,apiVersion:`v1`,groups:N(e).map(t=>F(e,t))}}function ce(e,t){if(N(e).includes(t))return{kind:`APIGroup`,apiVersion:`v1`,...F(e,t)}}function j(e,t,n){let r=e.filter(e=>e.group===t&&e.versions.includes(n));if(r.length!==0)return{kind:`APIResourceList`,apiVersion:`v1`,groupVersion:t===``?n:`${t}/${n}`,resources:r.map(e=>({name:e.plural,singularName:e.kind.toLowerCase(),namespaced:e.namespaced,kind:e.kind,verbs:M}))}}function le(e,t){return{kind:`APIGroupDiscoveryList`,apiVersion:`apidiscovery.k8s.io/v2`,metadata:{},items:(t?[``]:N(e)).map(t=>({metadata:{name:t,creationTimestamp:null},versions:P(e,t).map(n=>({version:n,freshness:`Current`,resources:e.filter(e=>e.group===t&&e.versions.includes(n)).map(e=>({resource:e.plural,responseKind:{group:t,version:n,kind:e.kind},scope:e.namespaced?`Namespaced`:`Cluster`,singularResource:e.kind.toLowerCase(),verbs:M}))}))}))}}const M=[`get`,`list`,`watch`];function N(e){return[...new Set(e.map(e=>e.group))].filter(e=>e!==``).toSorted()}function P(e,t){return[...new Set(e.filter(e=>e.group===t).flatMap(e=>e.versions))]}function F(e,t){let n=P(e,t).map(e=>({groupVersion:`${t}/${e}`,version:e}));return{name:t,versions:n,preferredVersion:n[0]}}function ue(e){let t=pe(e).map(me);return e=>t.every(t=>t(e.metadata.labels??{}))}function de(e,n){let r=/* @__PURE__ */ new Set([`metadata.name`,...e.namespaced?[`metadata.namespace`]:[],...fe[e.kind]??[]]),i=n.split(`,`).filter(e=>e!==``).map(i=>{let[,a,o,s]=/^([^=!]+)(==|!=|=)(.*)$/.exec(i)??[];if(a===void 0||s===void 0)throw w(`Unable to find "${e.kind}" that match field selector "${n}": invalid selector: '${i}'; can't understand '${i}'`);if(!r.has(a))throw w(`field label not supported: ${a}`);return e=>(t._o(e,...a.split(`.`))??``)===s==(o!==`!=`)});return e=>i.every(t=>t(e))}const fe={Event:[`involvedObject.kind`,`involvedObject.namespace`,`involvedObject.name`,`involvedObject.uid`,`reason`,`type`],Pod:[`spec.nodeName`,`status.phase`],Namespace:[`status.phase`],Secret:[`type`]};function pe(e){return t.tn(e).filter(e=>e!==``)}function me(e){let t=/^(\S+)\s+(in|notin)\s+\((.*)\)$/.exec(e);if(t!==null){let[,e=``,n,r=``]=t,i=new Set(r.split(`,`).map(e=>e.trim()));return t=>i.has(t[e]??I)===(n===`in`)}let n=/^([^\s=!]+)\s*(==|!=|=)\s*([^\s=!]*)$/.exec(e);if(n!==null){let[,e=``,t,r=``]=n;return n=>(n[e]??I)===r==(t!==`!=`)}let[,r=``,i]=/^(!?)\s*([^\s=!()]+)$/.exec(e)??[];if(i===void 0)throw w(`unable to parse requirement: found '${e}', expected: a label selector`);return e=>Object.hasOwn(e,i)===(r===``)}const I=`\0`;function he(e,t,n,r){let i=r.get(`continue`)??``,a=i===``?{revision:ge(e,r),after:``}:_e(e,i),o=L(t,n,r),s=e.list(t,a.revision).filter(e=>z(e)>a.after&&o(e)),c=Number(r.get(`limit`)??0),l=c>0?s.slice(0,c):s,u=String(a.revision),d=l.at(-1);if(d===void 0||l.length===s.length)return{resourceVersion:u,items:l};let f=r.get(`labelSelector`)!==null||r.get(`fieldSelector`)!==null;return{resourceVersion:u,continue:Buffer.from(JSON.stringify({revision:a.revision,after:z(d)})).toString(`base64url`),...f?{}:{remainingItemCount:s.length-l.length},items:l}}function L(e,t,n){let r=ue(n.get(`labelSelector`)??``),i=de(e,n.get(`fieldSelector`)??``);return e=>(t===void 0||e.metadata.namespace===t)&&r(e)&&i(e)}function R(e){if(!/^\d+$/.test(e))throw w(`invalid resource version "${e}": strconv.ParseUint: parsing "${e}": invalid syntax`);return Number(e)}function ge(e,t){let n=t.get(`resourceVersion`)??``,r=t.get(`resourceVersionMatch`)??``;if(t.get(`sendInitialEvents`)!==null)throw T(`sendInitialEvents: Forbidden: sendInitialEvents is forbidden for list`);if(r!==``&&r!==`Exact`&&r!==`NotOlderThan`)throw T(`resourceVersionMatch: Unsupported value: "${r}": supported values: "Exact", "NotOlderThan", ""`);if(r!==``&&n===``)throw T(`resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden unless resourceVersion is provided`);if(n===``||n===`0`)return e.revision;let i=R(n);if(i>e.revision)throw re(i,e.revision);if(r!==`Exact`)return e.revision;if(i<e.compacted)throw k(`The resourceVersion for the provided list is too old.`);return i}function _e(e,t){try{let{revision:n,after:r}=JSON.parse(Buffer.from(t,`base64url`).toString());if(n>=e.compacted)return{revision:n,after:r}}catch{throw w(`continue key is not valid: illegal base64 data`)}throw k(`The provided continue parameter is too old to display a consistent list result. You can start a new list without the continue parameter, or use the continue token in this response to retrieve the remainder of the results.`)}function z(e){return`${e.metadata.namespace??``}/${e.metadata.name}`}function ve(e,n,r){let i=t._o(r.body,`metadata`,`resourceVersion`);if(i!==void 0&&i!==n.metadata.resourceVersion)throw O(`Operation cannot be fulfilled on ${y(e)} "${n.metadata.name}": the object has been modified; please apply your changes to the latest version and try again`);if(r.contentType===`application/merge-patch+json`)return ye(n,r);if(r.contentType!==`application/apply-patch+yaml`||!r.isOfStatus)throw ne(r.contentType);return be(n,r)}function ye(e,{body:t,isOfStatus:n}){let{metadata:r,status:i,...a}=t,o=B(e,n?{status:i}:a),s=JSON.stringify(o.spec)!==JSON.stringify(e.spec),c=(e.metadata.generation??1)+ +!!s;return{...o,metadata:{...o.metadata,generation:c}}}function B(e,n){if(!t.fo(n))return n;let r=t.fo(e)?e:{},i=Object.entries(n).map(([e,t])=>[e,B(r[e],t)]);return Object.fromEntries(Object.entries({...r,...Object.fromEntries(i)}).filter(([,e])=>e!==null))}function be(e,{body:n,fieldManager:r}){let i=t.po(e,`status`,`conditions`).filter(t.fo),a=t.po(n,`status`,`conditions`).filter(t.fo),o=t.po(e,`metadata`,`managedFields`).filter(t.fo),s=o.some(e=>e.manager===r&&e.operation===`Apply`);for(let e of a){let t=i.find(({type:t})=>t===e.type);if(t!==void 0&&Object.entries(e).some(([e,n])=>t[e]!==n)&&!s){let t=`.status.conditions[type="${String(e.type)}"].status`;throw O(`Apply failed with 1 conflict: conflict with "kubectl" with subresource "status": ${t}`)}}let c=new Set(a.map(({type:e})=>e)),l={...t.fo(e.status)?e.status:{},conditions:[...i.filter(({type:e})=>!c.has(e)),...a]},u=o.filter(e=>e.manager!==r),d={manager:r,operation:`Apply`,subresource:`status`};return{...e,metadata:{...e.metadata,managedFields:[...u,d]},status:l}}function V(e,t,n){let r=e.group===``?t:`${e.group}/${t}`;return{...(t===`v1`&&e.versions.includes(`v1beta1`)?xe[e.kind]??[]:[]).reduce((e,t)=>U(e,t),n),apiVersion:r,kind:e.kind}}const H=[[`spec`,`strategy`,`reportBackStrategy`],[`spec`,`strategy`,`deleteStrategy`]],xe={ClusterResourcePlacement:H,ResourcePlacement:H,Work:[[`spec`,`reportBackStrategy`],[`status`,`manifestConditions`,`backReportedStatus`]],MemberCluster:[[`spec`,`deleteOptions`],[`status`,`namespaces`]],InternalMemberCluster:[[`status`,`namespaces`]]};function U(e,n){if(Array.isArray(e))return e.map(e=>U(e,n));let[r,...i]=n;if(r===void 0||!t.fo(e)||!Object.hasOwn(e,r))return e;let{[r]:a,...o}=e;return i.length===0?o:{...o,[r]:U(a,i)}}function Se(e,t){let[n,...r]=t.split(`/`).slice(1).map(decodeURIComponent);if(n!==`api`&&n!==`apis`)return;let[i,a,...o]=n===`api`?[``,...r]:r;if(i===void 0||a===void 0)return;let s=(t,n)=>e.find(e=>e.group===i&&e.plural===t&&e.versions.includes(a)&&e.namespaced===n);if(o[0]===`namespaces`&&o.length>=3){let[,e,t,n,...r]=o,i=s(t,!0);return i===void 0||e===void 0||!W(r)?void 0:{type:i,version:a,namespace:e,...n===void 0?{}:{name:n}}}let[c,l,...u]=o,d=s(c,!1);if(d!==void 0&&W(u))return{type:d,version:a,...l===void 0?{}:{name:l}};let f=s(c,!0);return f!==void 0&&l===void 0?{type:f,version:a}:void 0}function W(e){return e.length===0||e.length===1&&e[0]===`status`}function Ce({store:e,type:t,namespace:n,query:r}){L(t,n,r);let i=r.get(`sendInitialEvents`),a=r.get(`resourceVersionMatch`)??``;if(i!==null&&a!==`NotOlderThan`)throw T(`resourceVersionMatch: Forbidden: sendInitialEvents requires setting resourceVersionMatch to NotOlderThan`);if(i===null&&a!==``)throw T(`resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided`);let o=r.get(`resourceVersion`)??``,s=o===``?0:R(o);if(i===`true`)return{revision:e.revision,initial:!0,initialBookmark:!0};if(s===0)return{revision:e.revision,initial:i===null,initialBookmark:!1};if(s<e.compacted)throw k(`too old resource version: ${s} (${e.compacted})`);return{revision:s,initial:!1,initialBookmark:!1}}async function we(e,t){let{store:n,type:r,query:i,time:a,send:o,signal:s}=e,c=L(r,e.namespace,i),l=i.get(`allowWatchBookmarks`)===`true`,u=new AbortController,d=AbortSignal.any([s,u.signal]),f=t.revision;if(t.initial){for(let t of n.list(r))c(t)&&o({type:`ADDED`,object:e.present(t)});t.initialBookmark&&l&&o(G(e,f,{"k8s.io/initial-events-end":`true`}))}let p=()=>{for(let t of n.since(r,f)){f=t.revision;let n=Ee(t,c);n!==void 0&&o({type:n,object:e.present(t.object)})}};p();let m=n.subscribe(r,p);l&&h(),await a.sleep(Number(i.get(`timeoutSeconds`)??1800)*1e3,s),u.abort(),m(),l&&!s.aborted&&o(G(e,Math.max(f,n.revision)));async function h(){for(;;){if(await a.sleep(e.bookmarkSeconds*1e3,d),d.aborted)return;f=Math.max(f,n.revision),o(G(e,f))}}}function Te(e){return{type:`ERROR`,object:e.status}}function Ee(e,t){let n=e.previous!==void 0&&t(e.previous);return e.type!==`DELETED`&&t(e.object)?n?`MODIFIED`:`ADDED`:n?`DELETED`:void 0}function G({type:e,present:t},n,r){let{apiVersion:i,kind:a}=t({apiVersion:``,kind:e.kind,metadata:{name:``}});return{type:`BOOKMARK`,object:{kind:a,apiVersion:i,metadata:{resourceVersion:String(n),creationTimestamp:null,...r===void 0?{}:{annotations:r}}}}}function De(e,t){let{socket:n}=e.req,r=()=>{e.off(`close`,r),n.off(`close`,r),t()};e.once(`close`,r),n.once(`close`,r)}async function K(e,t,n,r,a,o=`application/json`){let s=Buffer.from(JSON.stringify(a)),c=s.length>131072&&(t.headers[`accept-encoding`]??``).includes(`gzip`);c&&n.setHeader(`Content-Encoding`,`gzip`),n.writeHead(r,{"Content-Type":o,"Cache-Control":`no-cache, private`}),await J(e,n,c?(0,i.gzipSync)(s):s),n.end()}async function q(e,t,n,r,i){t.writeHead(n,{"Content-Type":i}),await J(e,t,Buffer.from(r)),t.end()}function Oe(e,t){let n=Promise.resolve();return{open:()=>{t.writeHead(200,{"Content-Type":`application/json`}),t.flushHeaders()},write:r=>{e.faults.pieceBytes===0?t.write(r):n=n.then(()=>J(e,t,Buffer.from(r)))},end:async()=>{await n,t.end()}}}async function J({faults:e,time:t,closing:n},r,i){let a=e.pieceBytes===0?i.length:e.pieceBytes;for(let o=0;o<i.length;o+=a)r.write(i.subarray(o,o+a)),e.pieceBytes>0&&await t.sleep(e.pieceDelayMs,n)}async function ke(e,t,n){let r=new URL(t.url??`/`,`https://hub`),i=e.time.now();e.requests.push({method:t.method??`GET`,path:`${r.pathname}${r.search}`,at:i}),n.setHeader(`Date`,new Date(i+e.faults.clockSkewMs).toUTCString());try{let i=e.faults.answers(`${r.pathname}${r.search}`);if(i!==void 0){for(let[e,t]of Object.entries(i.headers??{}))n.setHeader(e,t);return await q(e,n,i.code,i.body,i.contentType??`application/json`)}if(t.headers.authorization!==`Bearer ${e.token}`)throw C();await Ae(e,t,n,r)}catch(r){if(n.headersSent)return void n.destroy();let{status:i}=r instanceof S?r:ae(String(r)),a=i.details?.retryAfterSeconds;typeof a==`number`&&n.setHeader(`Retry-After`,String(a)),await K(e,t,n,i.code,i)}}async function Ae(e,n,r,i){let a=t.zn(i.pathname,`/`);if([`/healthz`,`/livez`,`/readyz`].includes(a))return await q(e,r,200,`ok`,`text/plain; charset=utf-8`);if(a===je&&n.method===`POST`)return await K(e,n,r,201,await Be(e,n));if(a===Me&&n.method===`POST`)return await K(e,n,r,201,Ne(e));let o=Se(e.types,a);if(n.method===`PATCH`&&o?.name!==void 0)return await K(e,n,r,200,await ze(e,n,i,{...o,name:o.name}));if(n.method!==`GET`){if(o===void 0)return await q(e,r,404,`404 page not found
`,`text/plain; charset=utf-8`);throw E()}if(o!==void 0)return await Ie(e,n,r,i.searchParams,o);let s=[`/api`,`/apis`].includes(a)&&(n.headers.accept??``).includes(Y),c=s?le(e.types,a===`/api`):Pe(e.types,a);if(c===void 0)return await q(e,r,404,`404 page not found
`,`text/plain; charset=utf-8`);await K(e,n,r,200,c,s?`application/json;${Y}`:void 0)}const Y=`g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList`,je=`/apis/authorization.k8s.io/v1/selfsubjectaccessreviews`,Me=`/apis/authentication.k8s.io/v1/selfsubjectreviews`;function Ne({user:e}){return{kind:`SelfSubjectReview`,apiVersion:`authentication.k8s.io/v1`,metadata:{},status:{userInfo:{username:e,groups:[`system:authenticated`]}}}}function Pe(e,t){let[,n,r,i,...a]=t.split(`/`);if(t===`/version`)return Fe;if(t===`/api`)return oe;if(t===`/apis`)return se(e);if(!(a.length>0||r===void 0)){if(n===`api`)return i===void 0?j(e,``,r):void 0;if(n===`apis`)return i===void 0?ce(e,r):j(e,r,i)}}const Fe={major:`1`,minor:`34`,gitVersion:`v1.34.0-embedded`,gitTreeState:`clean`,platform:`embedded`};async function Ie(e,t,n,r,i){let{type:a,version:o,namespace:s,name:c}=i,l=c===void 0&&[`true`,`1`].includes(r.get(`watch`)??``),u={verb:l?`watch`:c===void 0?`list`:`get`,group:a.group,resource:a.plural,...s===void 0?{}:{namespace:s},...c===void 0?{}:{name:c}};if(e.faults.denies(u))throw A(e.user,a,u);if(e.faults.initializes(a))throw ie();let d=Re(t.headers.accept??`*/*`),f=e=>d(V(a,o,e));if(l)return await Le(e,n,r,i,f);if(c!==void 0){let r=e.store.get(a,a.namespaced?s:void 0,c);if(r===void 0)throw D(a,c);return await K(e,t,n,200,f(r))}let{items:p,...m}=he(e.store,a,s,r),{apiVersion:h,kind:g}=f({apiVersion:``,kind:a.kind,metadata:{name:``}});await K(e,t,n,200,{kind:`${g}List`,apiVersion:h,metadata:m,items:p.map(f)})}async function Le(e,t,n,{type:r,namespace:i},a){let{store:o,time:s,bookmarkSeconds:c,faults:l}=e,u=new AbortController,d=AbortSignal.any([e.closing,u.signal]);De(t,()=>u.abort());let f=Oe(e,t),p=e=>{l.silentWatches||f.write(`${JSON.stringify(e)}\n`)};try{let l=Ce({store:o,type:r,namespace:i,query:n});e.watches.add(t),f.open(),await we({store:o,type:r,namespace:i,query:n,time:s,bookmarkSeconds:c,present:a,send:p,signal:d},l)}catch(e){if(!(e instanceof S)||e.status.code!==410||l.expiredWatch===`http`)throw e;f.open(),p(Te(e))}finally{e.watches.delete(t)}l.silentWatches||await f.end()}function Re(e){if(e.includes(`as=PartialObjectMetadata`))return({metadata:e})=>({kind:`PartialObjectMetadata`,apiVersion:`meta.k8s.io/v1`,metadata:e});if(!/application\/json|application\/\*|\*\/\*/.test(e))throw te();return e=>e}async function ze(e,n,r,{type:i,version:a,namespace:o,name:s}){let c=r.pathname.endsWith(`/status`),l=c?`${i.plural}/status`:i.plural,u={verb:`patch`,group:i.group,resource:l,name:s,...o===void 0?{}:{namespace:o}};if(e.faults.denies(u))throw A(e.user,i,u);let d=JSON.parse(await X(n)),f=e.store.get(i,i.namespaced?o:void 0,s);if(f===void 0)throw D(i,s);let p=n.headers[`content-type`]??``,m=r.searchParams.get(`fieldManager`)??``;return e.store.put(ve(i,f,{contentType:p,fieldManager:m,isOfStatus:c,body:t.fo(d)?d:{}})),V(i,a,e.store.get(i,i.namespaced?o:void 0,s)??f)}async function X(e){let t=``;for await(let n of e.setEncoding(`utf8`))t+=String(n);return t}async function Be(e,n){let r=JSON.parse(await X(n)),i=t.ho(r,`spec`,`resourceAttributes`),a=t._o(i,`namespace`)??``,o=t._o(i,`name`)??``,s=e.faults.denies({verb:t._o(i,`verb`)??``,group:t._o(i,`group`)??``,resource:t._o(i,`resource`)??``,...a===``?{}:{namespace:a},...o===``?{}:{name:o}});return{...t.fo(r)?r:{},status:s?{allowed:!1}:{allowed:!0,reason:`embedded hub`}}}const Ve={now:()=>Date.now(),sleep:(e,t)=>new Promise(n=>{if(t.aborted)return n();let r=()=>{clearTimeout(i),t.removeEventListener(`abort`,r),n()},i=setTimeout(r,e);t.addEventListener(`abort`,r,{once:!0})})};var He=class{#e;#t=/* @__PURE__ */ new Map;#n=/* @__PURE__ */ new Map;#r=/* @__PURE__ */ new Map;#i=/* @__PURE__ */ new Map;#a=1e3;#o=1e3;constructor(e){this.#e=new Map(e.map(e=>[b(e),e]))}get revision(){return this.#a}get compacted(){return this.#o}put(e){let t=this.#c(e),n=this.#l(t),r=n.get(Z(e));this.#a+=1;let i=Q(e,this.#a);n.set(Z(e),i),this.#u(t,{revision:this.#a,type:r===void 0?`ADDED`:`MODIFIED`,object:i,...r===void 0?{}:{previous:r}})}remove(e){let t=this.#c(e),n=this.#l(t),r=n.get(Z(e));r!==void 0&&(n.delete(Z(e)),this.#a+=1,this.#u(t,{revision:this.#a,type:`DELETED`,object:Q(r,this.#a),previous:r}))}compact(){this.#o=this.#a,this.#n.clear()}get(e,t,n){return this.#l(b(e)).get(`${t??``}/${n}`)}find(e,t,n,r){return this.#t.get(b({group:e,kind:t}))?.get(`${n??``}/${r}`)}list(e,t=this.#a){let n=this.#r.get(b(e));if(n!==void 0&&t>=n.from)return n.objects;let r=this.#s(e,t);return t===this.#a&&this.#r.set(b(e),{from:t,objects:r}),r}#s(e,t){let n=new Map(this.#l(b(e)));for(let r of(this.#n.get(b(e))??[]).toReversed()){if(r.revision<=t)break;r.previous===void 0?n.delete(Z(r.object)):n.set(Z(r.object),r.previous)}return[...n.entries()].toSorted(([e],[t])=>e<t?-1:1).map(([,e])=>e)}since(e,t){return(this.#n.get(b(e))??[]).filter(e=>e.revision>t)}subscribe(e,t){let n=b(e),r=this.#i.get(n)??/* @__PURE__ */ new Set;return this.#i.set(n,r.add(t)),()=>r.delete(t)}#c(e){let n=b({group:t.ja(e.apiVersion),kind:e.kind});if(!this.#e.has(n))throw Error(`the embedded hub serves no ${e.kind} of ${e.apiVersion}`);return n}#l(e){let t=this.#t.get(e)??/* @__PURE__ */ new Map;return this.#t.set(e,t),t}#u(e,t){let n=this.#n.get(e)??[];this.#n.set(e,n),this.#r.delete(e),n.push(t);for(let t of this.#i.get(e)??[])t()}};function Z(e){return`${e.metadata.namespace??``}/${e.metadata.name}`}function Q(e,t){return{...e,metadata:{...e.metadata,resourceVersion:String(t)}}}function Ue(e,t){return $(e,t)}function We(e,{from:t,to:n,speed:r}){return n+(e-t)/(e>t?r:1)}function $(e,n){return typeof e==`string`?e.replaceAll(t.Yi,e=>Ge(e,n)):Array.isArray(e)?e.map(e=>$(e,n)):typeof e!=`object`||!e?e:Object.fromEntries(Object.entries(e).map(([e,t])=>[e,$(t,n)]))}function Ge(e,t){let n=/\.(\d+)/.exec(e)?.[1],r={...t,to:t.from+Math.floor((t.to-t.from)/1e3)*1e3},[i=``,a=``]=new Date(Math.floor(We(Date.parse(e),r))).toISOString().slice(0,-1).split(`.`);return n===void 0?`${i}Z`:`${i}.${(a+n.slice(3)).padEnd(n.length,`0`).slice(0,n.length)}Z`}function Ke(e,t,n,r,i={}){let{from:a=`deploy`,speed:o=1,onMark:s}=i,c=t.findLastIndex(e=>e.type===`MARK`&&e.note===a),l=t[Math.max(c,0)],u={from:l===void 0?n.now():Date.parse(l.t),to:n.now(),speed:o},d=new AbortController,f=AbortSignal.any([r,d.signal]);for(let n of t.slice(0,c+1))qe(e,n,u);let p=m();return p.then(()=>Je(e,t,u,n,f)),{shift:u,done:p,stop:()=>d.abort()};async function m(){let r=0;for(let i of t.slice(c+1)){let t={...u,to:u.to+r},a=We(Date.parse(i.t),t)-n.now();if(a>0&&await n.sleep(a,f),f.aborted)return;if(qe(e,i,t),i.type!==`MARK`)continue;let o=n.now();await s?.(i.note),r+=n.now()-o}}}function qe(e,t,n){t.type!==`MARK`&&(t.type===`DELETED`?e.remove(t.object):e.put(Ue(t.object,n)))}async function Je(e,t,n,r,i){let a=t.at(-1);if(a===void 0)return;let o=Ye(t).filter(e=>{let t=Date.parse(Ze(e)??``);return Date.parse(a.t)-t<=3*Qe(e)*1e3}),s=Math.min(...o.map(Qe));for(;o.length>0;){if(await r.sleep(s*1e3/n.speed,i),i.aborted)return;for(let t of o)Xe(e,t,r.now())}}function Ye(e){let n=/* @__PURE__ */ new Map;for(let r of e){if(r.type===`MARK`||t.ja(r.object.apiVersion)!==`cluster.kubernetes-fleet.io`)continue;let e=`${r.object.kind}/${r.object.metadata.namespace??``}/${r.object.metadata.name}`;r.type===`DELETED`?n.delete(e):n.set(e,r.object)}return[...n.values()]}function Xe(e,n,r){let{kind:i,metadata:a}=n,o=e.find(t.ca,i,a.namespace,a.name);if(o===void 0)return;let s=`${new Date(r).toISOString().slice(0,19)}Z`,c=t.po(o,`status`,`agentStatus`).map(e=>Object.assign({},e,{lastReceivedHeartbeat:s}));e.put({...o,status:{...o.status,agentStatus:c}})}function Ze(e){return t._o(e,`status`,`agentStatus`,0,`lastReceivedHeartbeat`)}function Qe(e){return t.mo(e,`spec`,`heartbeatPeriodSeconds`)??60}async function $e(e={}){let{time:t=Ve,types:n=v,bookmarkSeconds:i=60}=e,a=new AbortController,s=new He(n),c=_(),l={store:s,types:n,faults:c,time:t,bookmarkSeconds:i,token:e.token??`embedded-hub-token`,user:`fleet-gate`,requests:[],watches:/* @__PURE__ */ new Set,closing:a.signal},{key:u,cert:d}=await o(),f=(0,r.createServer)({key:u,cert:d,keepAliveTimeout:12e4,requestTimeout:0},(e,t)=>{ke(l,e,t)}),p=/* @__PURE__ */ new Set,m=0;f.on(`connection`,e=>p.add(e.on(`close`,()=>p.delete(e)))),f.on(`secureConnection`,()=>m+=1);let h=`https://127.0.0.1:${await et(f)}`;return{url:h,certificate:d,store:s,faults:c,requests:l.requests,get token(){return l.token},get connections(){return m},get openWatches(){return l.watches.size},kubeconfig:()=>tt(h,d,l.token),play:(e,n)=>Ke(s,e,t,a.signal,n),dropWatches:()=>{for(let e of l.watches)e.destroy()},changeToken:e=>{l.token=e},close:async()=>{a.abort();let e=new Promise(e=>f.close(()=>e()));for(let e of p)e.destroy();await e}}}function et(e){return new Promise((t,n)=>{e.once(`error`,n),e.listen(0,`127.0.0.1`,()=>t(e.address().port))})}function tt(e,t,n){return JSON.stringify({apiVersion:`v1`,kind:`Config`,"current-context":`embedded`,clusters:[{name:`embedded`,cluster:{server:e,"certificate-authority-data":Buffer.from(t).toString(`base64`)}}],users:[{name:`embedded`,user:{token:n}}],contexts:[{name:`embedded`,context:{cluster:`embedded`,user:`embedded`}}]})}Object.defineProperty(exports,"n",{enumerable:!0,get:function(){return v}}),Object.defineProperty(exports,"r",{enumerable:!0,get:function(){return a}}),Object.defineProperty(exports,"t",{enumerable:!0,get:function(){return $e}});