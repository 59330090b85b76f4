const e=require("./rolldown-runtime.js"),t=require("./json.js"),n=require("./kinds.js"),r=require("./rfc3339.js"),i=require("./trim-signs.js"),a=require("./label-selector-text.js");let o=require("node:zlib"),s=require("node:crypto"),c=require("node:https");const l=[{path:`billing/app.yaml`,text:`apiVersion: v1
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
`}];async function u(){let t=await Promise.resolve().then(()=>/* @__PURE__ */ e.r(require("./build.js").default,1)),n=(...e)=>new t.Sequence({value:e}),r=(e,n)=>new t.Constructed({idBlock:{tagClass:d,tagNumber:e},value:[n]}),i=e=>new t.ObjectIdentifier({value:e}),a=e=>new t.OctetString({valueHex:e}),o=(e,r,o=!1)=>n(i(e),...o?[new t.Boolean({value:!0})]:[],a(new Uint8Array(r.toBER()))),c=(e,n)=>new t.Primitive({idBlock:{tagClass:d,tagNumber:e},valueHex:n}),{publicKey:l,privateKey:u}=(0,s.generateKeyPairSync)(`ec`,{namedCurve:`P-256`,publicKeyEncoding:{type:`spki`,format:`der`},privateKeyEncoding:{type:`pkcs8`,format:`pem`}}),_=Date.now(),v=n(new t.Set({value:[n(i(p),new t.Utf8String({value:`fleet-gate embedded hub`}))]})),y=Uint8Array.from([1,...(0,s.randomBytes)(15)]),b=n(r(0,new t.Integer({value:f})),new t.Integer({valueHex:y}),n(i(m)),v,n(new t.UTCTime({valueDate:/* @__PURE__ */ new Date(_-36e5)}),new t.UTCTime({valueDate:new Date(_+864e5)})),v,t.fromBER(l).result,r(3,n(o(h,n(new t.Boolean({value:!0})),!0),o(g,new t.BitString({valueHex:ee,unusedBits:2}),!0),o(te,n(i(ne))),o(re,n(c(2,Buffer.from(`localhost`)),c(7,Uint8Array.from([127,0,0,1]))))))),x=(0,s.sign)(`sha256`,new Uint8Array(b.toBER()),(0,s.createPrivateKey)(u)),S=n(b,n(i(m)),new t.BitString({valueHex:x})).toBER();return{key:u,cert:ie(Buffer.from(S))}}const d=3,f=2,p=`2.5.4.3`,m=`1.2.840.10045.4.3.2`,h=`2.5.29.19`,g=`2.5.29.15`,ee=Uint8Array.from([132]),te=`2.5.29.37`,ne=`1.3.6.1.5.5.7.3.1`,re=`2.5.29.17`;function ie(e){return[`-----BEGIN CERTIFICATE-----`,...e.toString(`base64`).match(/.{1,64}/g)??[],`-----END CERTIFICATE-----`,``].join(`
`)}function _(){return{denies:()=>!1,initializes:()=>!1,answers:()=>void 0,clockSkewMs:0,pieceBytes:0,pieceDelayMs:0,expiredWatch:`event`,silentWatches:!1}}const v=[...n.i,...x(``,[`v1`],`Cluster`,{Namespace:`namespaces`,Node:`nodes`,PersistentVolume:`persistentvolumes`}),...x(``,[`v1`],`Namespaced`,{ConfigMap:`configmaps`,Event:`events`,LimitRange:`limitranges`,PersistentVolumeClaim:`persistentvolumeclaims`,Pod:`pods`,ResourceQuota:`resourcequotas`,Secret:`secrets`,Service:`services`,ServiceAccount:`serviceaccounts`}),...x(`apps`,[`v1`],`Namespaced`,{DaemonSet:`daemonsets`,Deployment:`deployments`,ReplicaSet:`replicasets`,StatefulSet:`statefulsets`}),...x(`batch`,[`v1`],`Namespaced`,{CronJob:`cronjobs`,Job:`jobs`}),...x(`networking.k8s.io`,[`v1`],`Namespaced`,{Ingress:`ingresses`,NetworkPolicy:`networkpolicies`}),...x(`policy`,[`v1`],`Namespaced`,{PodDisruptionBudget:`poddisruptionbudgets`}),...x(`rbac.authorization.k8s.io`,[`v1`],`Cluster`,{ClusterRole:`clusterroles`,ClusterRoleBinding:`clusterrolebindings`}),...x(`rbac.authorization.k8s.io`,[`v1`],`Namespaced`,{Role:`roles`,RoleBinding:`rolebindings`}),...x(`admissionregistration.k8s.io`,[`v1`],`Cluster`,{ValidatingAdmissionPolicy:`validatingadmissionpolicies`,ValidatingAdmissionPolicyBinding:`validatingadmissionpolicybindings`}),...x(`apiextensions.k8s.io`,[`v1`],`Cluster`,{CustomResourceDefinition:`customresourcedefinitions`})];function y(e){return e.group===``?e.plural:`${e.plural}.${e.group}`}function b(e){return`${e.group}/${e.kind}`}function x(e,t,n,r){return Object.entries(r).map(([r,i])=>({group:e,kind:r,plural:i,namespaced:n===`Namespaced`,versions:t}))}var S=class extends Error{name=`ApiFailure`;status;constructor(e,t,n,r){super(n),this.status={kind:`Status`,apiVersion:`v1`,metadata:{},status:`Failure`,message:n,reason:t,...r===void 0?{}:{details:r},code:e}}};const ae=()=>new S(401,`Unauthorized`,`Unauthorized`),C=e=>new S(400,`BadRequest`,e),w=e=>new S(422,`Invalid`,`ListOptions.meta.k8s.io "" is invalid: ${e}`,{group:`meta.k8s.io`,kind:`ListOptions`}),oe=()=>new S(405,`MethodNotAllowed`,`the server does not allow this method on the requested resource`,{}),se=()=>new S(406,`NotAcceptable`,`only the following media types are accepted: application/json, application/yaml, application/vnd.kubernetes.protobuf`),T=(e,t)=>new S(404,`NotFound`,`${y(e)} "${t}" not found`,{name:t,group:e.group,kind:e.plural}),E=e=>new S(409,`Conflict`,e),ce=e=>new S(415,`UnsupportedMediaType`,`the body of the request was in an unknown format: ${e}`),D=e=>new S(410,`Expired`,e),le=(e,t)=>new S(504,`Timeout`,`Too large resource version: ${e}, current: ${t}`,{causes:[{reason:`ResourceVersionTooLarge`,message:`Too large resource version`}],retryAfterSeconds:1}),ue=()=>new S(429,`TooManyRequests`,`storage is (re)initializing`,{retryAfterSeconds:1}),de=e=>new S(500,`InternalError`,`Internal error occurred: ${e}`,{causes:[{message:e}]});function O(e,t,n){let r=n.namespace===void 0?`at the cluster scope`:`in the namespace "${n.namespace}"`,i=n.name===void 0?``:` "${n.name}"`;return new S(403,`Forbidden`,`${y(t)}${i} is forbidden: User "${e}" cannot ${n.verb} resource "${t.plural}" in API group "${t.group}" ${r}`,{...n.name===void 0?{}:{name:n.name},group:t.group,kind:t.plural})}const fe={kind:`APIVersions`,versions:[`v1`],serverAddressByClientCIDRs:[]};function pe(e){return{kind:`APIGroupList`,apiVersion:`v1`,groups:j(e).map(t=>N(e,t))}}function me(e,t){if(j(e).includes(t))return{kind:`APIGroup`,apiVersion:`v1`,...N(e,t)}}function k(e,t,n){let r=e.filter(e=>e.group===t&&e.versions.includes(n));if(r.length!==0)return{kind:`APIResourceList`,apiVersion:`v1`,groupVersion:t===``?n:`${t}/${n}`,resources:r.map(e=>({name:e.plural,singularName:e.kind.toLowerCase(),namespaced:e.namespaced,kind:e.kind,verbs:A}))}}function he(e,t){return{kind:`APIGroupDiscoveryList`,apiVersion:`apidiscovery.k8s.io/v2`,metadata:{},items:(t?[``]:j(e)).map(t=>({metadata:{name:t,creationTimestamp:null},versions:M(e,t).map(n=>({version:n,freshness:`Current`,resources:e.filter(e=>e.group===t&&e.versions.includes(n)).map(e=>({resource:e.plural,responseKind:{group:t,version:n,kind:e.kind},scope:e.namespaced?`Namespaced`:`Cluster`,singularResource:e.kind.toLowerCase(),verbs:A}))}))}))}}const A=[`get`,`list`,`watch`];function j(e){return[...new Set(e.map(e=>e.group))].filter(e=>e!==``).toSorted()}function M(e,t){return[...new Set(e.filter(e=>e.group===t).flatMap(e=>e.versions))]}function N(e,t){let n=M(e,t).map(e=>({groupVersion:`${t}/${e}`,version:e}));return{name:t,versions:n,preferredVersion:n[0]}}function ge(e){let t=ye(e).map(be);return e=>t.every(t=>t(e.metadata.labels??{}))}function _e(e,n){let r=/* @__PURE__ */ new Set([`metadata.name`,...e.namespaced?[`metadata.namespace`]:[],...ve[e.kind]??[]]),i=n.split(`,`).filter(e=>e!==``).map(i=>{let[,a,o,s]=/^([^=!]+)(==|!=|=)(.*)$/.exec(i)??[];if(a===void 0||s===void 0)throw C(`Unable to find "${e.kind}" that match field selector "${n}": invalid selector: '${i}'; can't understand '${i}'`);if(!r.has(a))throw C(`field label not supported: ${a}`);return e=>(t.s(e,...a.split(`.`))??``)===s==(o!==`!=`)});return e=>i.every(t=>t(e))}const ve={Event:[`involvedObject.kind`,`involvedObject.namespace`,`involvedObject.name`,`involvedObject.uid`,`reason`,`type`],Pod:[`spec.nodeName`,`status.phase`],Namespace:[`status.phase`],Secret:[`type`]};function ye(e){return a.n(e).filter(e=>e!==``)}function be(e){let t=/^(\S+)\s+(in|notin)\s+\((.*)\)$/.exec(e);if(t!==null){let[,e=``,n,r=``]=t,i=new Set(r.split(`,`).map(e=>e.trim()));return t=>i.has(t[e]??P)===(n===`in`)}let n=/^([^\s=!]+)\s*(==|!=|=)\s*([^\s=!]*)$/.exec(e);if(n!==null){let[,e=``,t,r=``]=n;return n=>(n[e]??P)===r==(t!==`!=`)}let[,r=``,i]=/^(!?)\s*([^\s=!()]+)$/.exec(e)??[];if(i===void 0)throw C(`unable to parse requirement: found '${e}', expected: a label selector`);return e=>Object.hasOwn(e,i)===(r===``)}const P=`\0`;function xe(e,t,n,r){let i=r.get(`continue`)??``,a=i===``?{revision:Se(e,r),after:``}:Ce(e,i),o=F(t,n,r),s=e.list(t,a.revision).filter(e=>L(e)>a.after&&o(e)),c=Number(r.get(`limit`)??0),l=c>0?s.slice(0,c):s,u=String(a.revision),d=l.at(-1);if(d===void 0||l.length===s.length)return{resourceVersion:u,items:l};let f=r.get(`labelSelector`)!==null||r.get(`fieldSelector`)!==null;return{resourceVersion:u,continue:Buffer.from(JSON.stringify({revision:a.revision,after:L(d)})).toString(`base64url`),...f?{}:{remainingItemCount:s.length-l.length},items:l}}function F(e,t,n){let r=ge(n.get(`labelSelector`)??``),i=_e(e,n.get(`fieldSelector`)??``);return e=>(t===void 0||e.metadata.namespace===t)&&r(e)&&i(e)}function I(e){if(!/^\d+$/.test(e))throw C(`invalid resource version "${e}": strconv.ParseUint: parsing "${e}": invalid syntax`);return Number(e)}function Se(e,t){let n=t.get(`resourceVersion`)??``,r=t.get(`resourceVersionMatch`)??``;if(t.get(`sendInitialEvents`)!==null)throw w(`sendInitialEvents: Forbidden: sendInitialEvents is forbidden for list`);if(r!==``&&r!==`Exact`&&r!==`NotOlderThan`)throw w(`resourceVersionMatch: Unsupported value: "${r}": supported values: "Exact", "NotOlderThan", ""`);if(r!==``&&n===``)throw w(`resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden unless resourceVersion is provided`);if(n===``||n===`0`)return e.revision;let i=I(n);if(i>e.revision)throw le(i,e.revision);if(r!==`Exact`)return e.revision;if(i<e.compacted)throw D(`The resourceVersion for the provided list is too old.`);return i}function Ce(e,t){try{let{revision:n,after:r}=JSON.parse(Buffer.from(t,`base64url`).toString());if(n>=e.compacted)return{revision:n,after:r}}catch{throw C(`continue key is not valid: illegal base64 data`)}throw D(`The provided continue parameter is too old to display a consistent list result. You can start a new list without the continue parameter, or use the continue token in this response to retrieve the remainder of the results.`)}function L(e){return`${e.metadata.namespace??``}/${e.metadata.name}`}function we(e,n,r){let i=t.s(r.body,`metadata`,`resourceVersion`);if(i!==void 0&&i!==n.metadata.resourceVersion)throw E(`Operation cannot be fulfilled on ${y(e)} "${n.metadata.name}": the object has been modified; please apply your changes to the latest version and try again`);if(r.contentType===`application/merge-patch+json`)return Te(n,r);if(r.contentType!==`application/apply-patch+yaml`||!r.isOfStatus)throw ce(r.contentType);return Ee(n,r)}function Te(e,{body:t,isOfStatus:n}){let{metadata:r,status:i,...a}=t,o=R(e,n?{status:i}:a),s=JSON.stringify(o.spec)!==JSON.stringify(e.spec),c=(e.metadata.generation??1)+ +!!s;return{...o,metadata:{...o.metadata,generation:c}}}function R(e,n){if(!t.n(n))return n;let r=t.n(e)?e:{},i=Object.entries(n).map(([e,t])=>[e,R(r[e],t)]);return Object.fromEntries(Object.entries({...r,...Object.fromEntries(i)}).filter(([,e])=>e!==null))}function Ee(e,{body:n,fieldManager:r}){let i=t.r(e,`status`,`conditions`).filter(t.n),a=t.r(n,`status`,`conditions`).filter(t.n),o=t.r(e,`metadata`,`managedFields`).filter(t.n),s=o.some(e=>e.manager===r&&e.operation===`Apply`);for(let e of a){let t=i.find(({type:t})=>t===e.type);if(t!==void 0&&Object.entries(e).some(([e,n])=>t[e]!==n)&&!s){let t=`.status.conditions[type="${String(e.type)}"].status`;throw E(`Apply failed with 1 conflict: conflict with "kubectl" with subresource "status": ${t}`)}}let c=new Set(a.map(({type:e})=>e)),l={...t.n(e.status)?e.status:{},conditions:[...i.filter(({type:e})=>!c.has(e)),...a]},u=o.filter(e=>e.manager!==r),d={manager:r,operation:`Apply`,subresource:`status`};return{...e,metadata:{...e.metadata,managedFields:[...u,d]},status:l}}function z(e,t,n){let r=e.group===``?t:`${e.group}/${t}`;return{...(t===`v1`&&e.versions.includes(`v1beta1`)?De[e.kind]??[]:[]).reduce((e,t)=>V(e,t),n),apiVersion:r,kind:e.kind}}const B=[[`spec`,`strategy`,`reportBackStrategy`],[`spec`,`strategy`,`deleteStrategy`]],De={ClusterResourcePlacement:B,ResourcePlacement:B,Work:[[`spec`,`reportBackStrategy`],[`status`,`manifestConditions`,`backReportedStatus`]],MemberCluster:[[`spec`,`deleteOptions`],[`status`,`namespaces`]],InternalMemberCluster:[[`status`,`namespaces`]]};function V(e,n){if(Array.isArray(e))return e.map(e=>V(e,n));let[r,...i]=n;if(r===void 0||!t.n(e)||!Object.hasOwn(e,r))return e;let{[r]:a,...o}=e;return i.length===0?o:{...o,[r]:V(a,i)}}function Oe(e,t){let[n,...r]=t.split(`/`).slice(1).map(decodeURIComponent);if(n!==`api`&&n!==`apis`)return;let[i,a,...o]=n===`api`?[``,...r]:r;if(i===void 0||a===void 0)return;let s=(t,n)=>e.find(e=>e.group===i&&e.plural===t&&e.versions.includes(a)&&e.namespaced===n);if(o[0]===`namespaces`&&o.length>=3){let[,e,t,n,...r]=o,i=s(t,!0);return i===void 0||e===void 0||!H(r)?void 0:{type:i,version:a,namespace:e,...n===void 0?{}:{name:n}}}let[c,l,...u]=o,d=s(c,!1);if(d!==void 0&&H(u))return{type:d,version:a,...l===void 0?{}:{name:l}};let f=s(c,!0);return f!==void 0&&l===void 0?{type:f,version:a}:void 0}function H(e){return e.length===0||e.length===1&&e[0]===`status`}function ke({store:e,type:t,namespace:n,query:r}){F(t,n,r);let i=r.get(`sendInitialEvents`),a=r.get(`resourceVersionMatch`)??``;if(i!==null&&a!==`NotOlderThan`)throw w(`resourceVersionMatch: Forbidden: sendInitialEvents requires setting resourceVersionMatch to NotOlderThan`);if(i===null&&a!==``)throw w(`resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided`);let o=r.get(`resourceVersion`)??``,s=o===``?0:I(o);if(i===`true`)return{revision:e.revision,initial:!0,initialBookmark:!0};if(s===0)return{revision:e.revision,initial:i===null,initialBookmark:!1};if(s<e.compacted)throw D(`too old resource version: ${s} (${e.compacted})`);return{revision:s,initial:!1,initialBookmark:!1}}async function Ae(e,t){let{store:n,type:r,query:i,time:a,send:o,signal:s}=e,c=F(r,e.namespace,i),l=i.get(`allowWatchBookmarks`)===`true`,u=new AbortController,d=AbortSignal.any([s,u.signal]),f=t.revision;if(t.initial){for(let t of n.list(r))c(t)&&o({type:`ADDED`,object:e.present(t)});t.initialBookmark&&l&&o(U(e,f,{"k8s.io/initial-events-end":`true`}))}let p=()=>{for(let t of n.since(r,f)){f=t.revision;let n=Me(t,c);n!==void 0&&o({type:n,object:e.present(t.object)})}};p();let m=n.subscribe(r,p);l&&h(),await a.sleep(Number(i.get(`timeoutSeconds`)??1800)*1e3,s),u.abort(),m(),l&&!s.aborted&&o(U(e,Math.max(f,n.revision)));async function h(){for(;;){if(await a.sleep(e.bookmarkSeconds*1e3,d),d.aborted)return;f=Math.max(f,n.revision),o(U(e,f))}}}function je(e){return{type:`ERROR`,object:e.status}}function Me(e,t){let n=e.previous!==void 0&&t(e.previous);return e.type!==`DELETED`&&t(e.object)?n?`MODIFIED`:`ADDED`:n?`DELETED`:void 0}function U({type:e,present:t},n,r){let{apiVersion:i,kind:a}=t({apiVersion:``,kind:e.kind,metadata:{name:``}});return{type:`BOOKMARK`,object:{kind:a,apiVersion:i,metadata:{resourceVersion:String(n),creationTimestamp:null,...r===void 0?{}:{annotations:r}}}}}function Ne(e,t){let{socket:n}=e.req,r=()=>{e.off(`close`,r),n.off(`close`,r),t()};e.once(`close`,r),n.once(`close`,r)}async function W(e,t,n,r,i,a=`application/json`){let s=Buffer.from(JSON.stringify(i)),c=s.length>131072&&(t.headers[`accept-encoding`]??``).includes(`gzip`);c&&n.setHeader(`Content-Encoding`,`gzip`),n.writeHead(r,{"Content-Type":a,"Cache-Control":`no-cache, private`}),await K(e,n,c?(0,o.gzipSync)(s):s),n.end()}async function G(e,t,n,r,i){t.writeHead(n,{"Content-Type":i}),await K(e,t,Buffer.from(r)),t.end()}function Pe(e,t){let n=Promise.resolve();return{open:()=>{t.writeHead(200,{"Content-Type":`application/json`}),t.flushHeaders()},write:r=>{e.faults.pieceBytes===0?t.write(r):n=n.then(()=>K(e,t,Buffer.from(r)))},end:async()=>{await n,t.end()}}}async function K({faults:e,time:t,closing:n},r,i){let a=e.pieceBytes===0?i.length:e.pieceBytes;for(let o=0;o<i.length;o+=a)r.write(i.subarray(o,o+a)),e.pieceBytes>0&&await t.sleep(e.pieceDelayMs,n)}async function Fe(e,t,n){let r=new URL(t.url??`/`,`https://hub`),i=e.time.now();e.requests.push({method:t.method??`GET`,path:`${r.pathname}${r.search}`,at:i}),n.setHeader(`Date`,new Date(i+e.faults.clockSkewMs).toUTCString());try{let i=e.faults.answers(`${r.pathname}${r.search}`);if(i!==void 0){for(let[e,t]of Object.entries(i.headers??{}))n.setHeader(e,t);return await G(e,n,i.code,i.body,i.contentType??`application/json`)}if(t.headers.authorization!==`Bearer ${e.token}`)throw ae();await Ie(e,t,n,r)}catch(r){if(n.headersSent)return void n.destroy();let{status:i}=r instanceof S?r:de(String(r)),a=i.details?.retryAfterSeconds;typeof a==`number`&&n.setHeader(`Retry-After`,String(a)),await W(e,t,n,i.code,i)}}async function Ie(e,t,n,r){let a=i.t(r.pathname,`/`);if([`/healthz`,`/livez`,`/readyz`].includes(a))return await G(e,n,200,`ok`,`text/plain; charset=utf-8`);if(a===Le&&t.method===`POST`)return await W(e,t,n,201,await Ke(e,t));if(a===Re&&t.method===`POST`)return await W(e,t,n,201,ze(e));let o=Oe(e.types,a);if(t.method===`PATCH`&&o?.name!==void 0)return await W(e,t,n,200,await Ge(e,t,r,{...o,name:o.name}));if(t.method!==`GET`){if(o===void 0)return await G(e,n,404,`404 page not found
`,`text/plain; charset=utf-8`);throw oe()}if(o!==void 0)return await He(e,t,n,r.searchParams,o);let s=[`/api`,`/apis`].includes(a)&&(t.headers.accept??``).includes(q),c=s?he(e.types,a===`/api`):Be(e.types,a);if(c===void 0)return await G(e,n,404,`404 page not found
`,`text/plain; charset=utf-8`);await W(e,t,n,200,c,s?`application/json;${q}`:void 0)}const q=`g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList`,Le=`/apis/authorization.k8s.io/v1/selfsubjectaccessreviews`,Re=`/apis/authentication.k8s.io/v1/selfsubjectreviews`;function ze({user:e}){return{kind:`SelfSubjectReview`,apiVersion:`authentication.k8s.io/v1`,metadata:{},status:{userInfo:{username:e,groups:[`system:authenticated`]}}}}function Be(e,t){let[,n,r,i,...a]=t.split(`/`);if(t===`/version`)return Ve;if(t===`/api`)return fe;if(t===`/apis`)return pe(e);if(!(a.length>0||r===void 0)){if(n===`api`)return i===void 0?k(e,``,r):void 0;if(n===`apis`)return i===void 0?me(e,r):k(e,r,i)}}const Ve={major:`1`,minor:`34`,gitVersion:`v1.34.0-embedded`,gitTreeState:`clean`,platform:`embedded`};async function He(e,t,n,r,i){let{type:a,version:o,namespace:s,name:c}=i,l=c===void 0&&[`true`,`1`].includes(r.get(`watch`)??``),u={verb:l?`watch`:c===void 0?`list`:`get`,group:a.group,resource:a.plural,...s===void 0?{}:{namespace:s},...c===void 0?{}:{name:c}};if(e.faults.denies(u))throw O(e.user,a,u);if(e.faults.initializes(a))throw ue();let d=We(t.headers.accept??`*/*`),f=e=>d(z(a,o,e));if(l)return await Ue(e,n,r,i,f);if(c!==void 0){let r=e.store.get(a,a.namespaced?s:void 0,c);if(r===void 0)throw T(a,c);return await W(e,t,n,200,f(r))}let{items:p,...m}=xe(e.store,a,s,r),{apiVersion:h,kind:g}=f({apiVersion:``,kind:a.kind,metadata:{name:``}});await W(e,t,n,200,{kind:`${g}List`,apiVersion:h,metadata:m,items:p.map(f)})}async function Ue(e,t,n,{type:r,namespace:i},a){let{store:o,time:s,bookmarkSeconds:c,faults:l}=e,u=new AbortController,d=AbortSignal.any([e.closing,u.signal]);Ne(t,()=>u.abort());let f=Pe(e,t),p=e=>{l.silentWatches||f.write(`${JSON.stringify(e)}\n`)};try{let l=ke({store:o,type:r,namespace:i,query:n});e.watches.add(t),f.open(),await Ae({store:o,type:r,namespace:i,query:n,time:s,bookmarkSeconds:c,present:a,send:p,signal:d},l)}catch(e){if(!(e instanceof S)||e.status.code!==410||l.expiredWatch===`http`)throw e;f.open(),p(je(e))}finally{e.watches.delete(t)}l.silentWatches||await f.end()}function We(e){if(e.includes(`as=PartialObjectMetadata`))return({metadata:e})=>({kind:`PartialObjectMetadata`,apiVersion:`meta.k8s.io/v1`,metadata:e});if(!/application\/json|application\/\*|\*\/\*/.test(e))throw se();return e=>e}async function Ge(e,n,r,{type:i,version:a,namespace:o,name:s}){let c=r.pathname.endsWith(`/status`),l=c?`${i.plural}/status`:i.plural,u={verb:`patch`,group:i.group,resource:l,name:s,...o===void 0?{}:{namespace:o}};if(e.faults.denies(u))throw O(e.user,i,u);let d=JSON.parse(await J(n)),f=e.store.get(i,i.namespaced?o:void 0,s);if(f===void 0)throw T(i,s);let p=n.headers[`content-type`]??``,m=r.searchParams.get(`fieldManager`)??``;return e.store.put(we(i,f,{contentType:p,fieldManager:m,isOfStatus:c,body:t.n(d)?d:{}})),z(i,a,e.store.get(i,i.namespaced?o:void 0,s)??f)}async function J(e){let t=``;for await(let n of e.setEncoding(`utf8`))t+=String(n);return t}async function Ke(e,n){let r=JSON.parse(await J(n)),i=t.a(r,`spec`,`resourceAttributes`),a=t.s(i,`namespace`)??``,o=t.s(i,`name`)??``,s=e.faults.denies({verb:t.s(i,`verb`)??``,group:t.s(i,`group`)??``,resource:t.s(i,`resource`)??``,...a===``?{}:{namespace:a},...o===``?{}:{name:o}});return{...t.n(r)?r:{},status:s?{allowed:!1}:{allowed:!0,reason:`embedded hub`}}}const qe={now:()=>Date.now(),sleep:(e,t)=>new Promise(n=>{if(t.aborted)return n();let r=()=>{clearTimeout(i),t.removeEventListener(`abort`,r),n()},i=setTimeout(r,e);t.addEventListener(`abort`,r,{once:!0})})};var Je=class{#e;#t=/* @__PURE__ */ new Map;#n=/* @__PURE__ */ new Map;#r=/* @__PURE__ */ new Map;#i=/* @__PURE__ */ new Map;#a=1e3;#o=1e3;constructor(e){this.#e=new Map(e.map(e=>[b(e),e]))}get revision(){return this.#a}get compacted(){return this.#o}put(e){let t=this.#c(e),n=this.#l(t),r=n.get(Y(e));this.#a+=1;let i=X(e,this.#a);n.set(Y(e),i),this.#u(t,{revision:this.#a,type:r===void 0?`ADDED`:`MODIFIED`,object:i,...r===void 0?{}:{previous:r}})}remove(e){let t=this.#c(e),n=this.#l(t),r=n.get(Y(e));r!==void 0&&(n.delete(Y(e)),this.#a+=1,this.#u(t,{revision:this.#a,type:`DELETED`,object:X(r,this.#a),previous:r}))}compact(){this.#o=this.#a,this.#n.clear()}get(e,t,n){return this.#l(b(e)).get(`${t??``}/${n}`)}find(e,t,n,r){return this.#t.get(b({group:e,kind:t}))?.get(`${n??``}/${r}`)}list(e,t=this.#a){let n=this.#r.get(b(e));if(n!==void 0&&t>=n.from)return n.objects;let r=this.#s(e,t);return t===this.#a&&this.#r.set(b(e),{from:t,objects:r}),r}#s(e,t){let n=new Map(this.#l(b(e)));for(let r of(this.#n.get(b(e))??[]).toReversed()){if(r.revision<=t)break;r.previous===void 0?n.delete(Y(r.object)):n.set(Y(r.object),r.previous)}return[...n.entries()].toSorted(([e],[t])=>e<t?-1:1).map(([,e])=>e)}since(e,t){return(this.#n.get(b(e))??[]).filter(e=>e.revision>t)}subscribe(e,t){let n=b(e),r=this.#i.get(n)??/* @__PURE__ */ new Set;return this.#i.set(n,r.add(t)),()=>r.delete(t)}#c(e){let t=b({group:n.S(e.apiVersion),kind:e.kind});if(!this.#e.has(t))throw Error(`the embedded hub serves no ${e.kind} of ${e.apiVersion}`);return t}#l(e){let t=this.#t.get(e)??/* @__PURE__ */ new Map;return this.#t.set(e,t),t}#u(e,t){let n=this.#n.get(e)??[];this.#n.set(e,n),this.#r.delete(e),n.push(t);for(let t of this.#i.get(e)??[])t()}};function Y(e){return`${e.metadata.namespace??``}/${e.metadata.name}`}function X(e,t){return{...e,metadata:{...e.metadata,resourceVersion:String(t)}}}function Ye(e,t){return Q(e,t)}function Z(e,{from:t,to:n,speed:r}){return n+(e-t)/(e>t?r:1)}function Q(e,t){return typeof e==`string`?e.replaceAll(r.t,e=>Xe(e,t)):Array.isArray(e)?e.map(e=>Q(e,t)):typeof e!=`object`||!e?e:Object.fromEntries(Object.entries(e).map(([e,n])=>[e,Q(n,t)]))}function Xe(e,t){let n=/\.(\d+)/.exec(e)?.[1],r={...t,to:t.from+Math.floor((t.to-t.from)/1e3)*1e3},[i=``,a=``]=new Date(Math.floor(Z(Date.parse(e),r))).toISOString().slice(0,-1).split(`.`);return n===void 0?`${i}Z`:`${i}.${(a+n.slice(3)).padEnd(n.length,`0`).slice(0,n.length)}Z`}function Ze(e,t,n,r,i={}){let{from:a=`deploy`,speed:o=1,onMark:s}=i,c=t.findLastIndex(e=>e.type===`MARK`&&e.note===a),l=t[Math.max(c,0)],u={from:l===void 0?n.now():Date.parse(l.t),to:n.now(),speed:o},d=new AbortController,f=AbortSignal.any([r,d.signal]);for(let n of t.slice(0,c+1))Qe(e,n,u);let p=m();return p.then(()=>$e(e,t,u,n,f)),{shift:u,done:p,stop:()=>d.abort()};async function m(){let r=0;for(let i of t.slice(c+1)){let t={...u,to:u.to+r},a=Z(Date.parse(i.t),t)-n.now();if(a>0&&await n.sleep(a,f),f.aborted)return;if(Qe(e,i,t),i.type!==`MARK`)continue;let o=n.now();await s?.(i.note),r+=n.now()-o}}}function Qe(e,t,n){t.type!==`MARK`&&(t.type===`DELETED`?e.remove(t.object):e.put(Ye(t.object,n)))}async function $e(e,t,n,r,i){let a=t.at(-1);if(a===void 0)return;let o=et(t).filter(e=>{let t=Date.parse(nt(e)??``);return Date.parse(a.t)-t<=3*$(e)*1e3}),s=Math.min(...o.map($));for(;o.length>0;){if(await r.sleep(s*1e3/n.speed,i),i.aborted)return;for(let t of o)tt(e,t,r.now())}}function et(e){let t=/* @__PURE__ */ new Map;for(let r of e){if(r.type===`MARK`||n.S(r.object.apiVersion)!==`cluster.kubernetes-fleet.io`)continue;let e=`${r.object.kind}/${r.object.metadata.namespace??``}/${r.object.metadata.name}`;r.type===`DELETED`?t.delete(e):t.set(e,r.object)}return[...t.values()]}function tt(e,r,i){let{kind:a,metadata:o}=r,s=e.find(n.n,a,o.namespace,o.name);if(s===void 0)return;let c=`${new Date(i).toISOString().slice(0,19)}Z`,l=t.r(s,`status`,`agentStatus`).map(e=>Object.assign({},e,{lastReceivedHeartbeat:c}));e.put({...s,status:{...s.status,agentStatus:l}})}function nt(e){return t.s(e,`status`,`agentStatus`,0,`lastReceivedHeartbeat`)}function $(e){return t.i(e,`spec`,`heartbeatPeriodSeconds`)??60}async function rt(e={}){let{time:t=qe,types:n=v,bookmarkSeconds:r=60}=e,i=new AbortController,a=new Je(n),o=_(),s={store:a,types:n,faults:o,time:t,bookmarkSeconds:r,token:e.token??`embedded-hub-token`,user:`fleet-gate`,requests:[],watches:/* @__PURE__ */ new Set,closing:i.signal},{key:l,cert:d}=await u(),f=(0,c.createServer)({key:l,cert:d,keepAliveTimeout:12e4,requestTimeout:0},(e,t)=>{Fe(s,e,t)}),p=/* @__PURE__ */ new Set,m=0;f.on(`connection`,e=>p.add(e.on(`close`,()=>p.delete(e)))),f.on(`secureConnection`,()=>m+=1);let h=`https://127.0.0.1:${await it(f)}`;return{url:h,certificate:d,store:a,faults:o,requests:s.requests,get token(){return s.token},get connections(){return m},get openWatches(){return s.watches.size},kubeconfig:()=>at(h,d,s.token),play:(e,n)=>Ze(a,e,t,i.signal,n),dropWatches:()=>{for(let e of s.watches)e.destroy()},changeToken:e=>{s.token=e},close:async()=>{i.abort();let e=new Promise(e=>f.close(()=>e()));for(let e of p)e.destroy();await e}}}function it(e){return new Promise((t,n)=>{e.once(`error`,n),e.listen(0,`127.0.0.1`,()=>t(e.address().port))})}function at(e,t,n){return JSON.stringify({apiVersion:`v1`,kind:`Config`,"current-context":`embedded`,clusters:[{name:`embedded`,cluster:{server:e,"certificate-authority-data":Buffer.from(t).toString(`base64`)}}],users:[{name:`embedded`,user:{token:n}}],contexts:[{name:`embedded`,context:{cluster:`embedded`,user:`embedded`}}]})}Object.defineProperty(exports,"n",{enumerable:!0,get:function(){return v}}),Object.defineProperty(exports,"r",{enumerable:!0,get:function(){return l}}),Object.defineProperty(exports,"t",{enumerable:!0,get:function(){return rt}});