const e=require("./rolldown-runtime.js"),t=require("./errors.js"),n=require("./output.js"),r=require("./terminal.js"),i=require("./report.js"),a=require("./requested-output-file.js"),o=require("./version.js"),s=require("./make-world.js"),c=require("./newest-time.js"),l=require("./plan.js"),u=require("./read-result.js"),d=require("./index.gen.js"),f=require("./kinds.js"),p=require("./live-members.js"),m=require("./needed-types.js"),h=require("./wait.js"),g=require("./progress.js"),ee=require("./temporary-folder.js"),_=require("./json.js"),te=require("./trim-signs.js"),ne=require("./label-selector-text.js"),re=require("./rfc3339.js"),ie=require("./once.js"),ae=require("./names-fleet.js"),oe=require("./terms.js"),se=require("./process-end.js");let ce=require("node:zlib"),v=require("node:crypto"),y=require("node:path"),le=require("node:fs/promises"),ue=require("node:https");const b=[{path:`billing/app.yaml`,text:`apiVersion: v1
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
`}];function de(){let e=u.n(b.map(({path:e,text:t})=>u.i(t,e))),t=e.manifests.map(({object:e})=>e).filter(({kind:e})=>e===`MemberCluster`);return{read:e,members:t,now:c.t(t)??/* @__PURE__ */ new Date}}async function fe({read:e,members:t,now:n}){return await s.v(e.manifests.map(({object:e})=>e),`v0.3`),s.n(s.t({target:`v0.3`,now:n,manifests:e.manifests,members:t}),e,{rules:d.t,today:n})}function pe({read:e,members:t,now:n}){return l.n({objects:e.manifests,members:t,now:n,target:`v0.3`})}function me(){return b.flatMap(({text:e})=>[...e.matchAll(/# planted: ([a-z-]+)/g)].map(([,e=``])=>e))}async function he(){let t=await Promise.resolve().then(()=>/* @__PURE__ */ e.r(require("./build.js").default,1)),n=(...e)=>new t.Sequence({value:e}),r=(e,n)=>new t.Constructed({idBlock:{tagClass:ge,tagNumber:e},value:[n]}),i=e=>new t.ObjectIdentifier({value:e}),a=e=>new t.OctetString({valueHex:e}),o=(e,r,o=!1)=>n(i(e),...o?[new t.Boolean({value:!0})]:[],a(new Uint8Array(r.toBER()))),s=(e,n)=>new t.Primitive({idBlock:{tagClass:ge,tagNumber:e},valueHex:n}),{publicKey:c,privateKey:l}=(0,v.generateKeyPairSync)(`ec`,{namedCurve:`P-256`,publicKeyEncoding:{type:`spki`,format:`der`},privateKeyEncoding:{type:`pkcs8`,format:`pem`}}),u=Date.now(),d=n(new t.Set({value:[n(i(ve),new t.Utf8String({value:`fleet-gate embedded hub`}))]})),f=Uint8Array.from([1,...(0,v.randomBytes)(15)]),p=n(r(0,new t.Integer({value:_e})),new t.Integer({valueHex:f}),n(i(ye)),d,n(new t.UTCTime({valueDate:/* @__PURE__ */ new Date(u-36e5)}),new t.UTCTime({valueDate:new Date(u+864e5)})),d,t.fromBER(c).result,r(3,n(o(be,n(new t.Boolean({value:!0})),!0),o(xe,new t.BitString({valueHex:Se,unusedBits:2}),!0),o(Ce,n(i(we))),o(Te,n(s(2,Buffer.from(`localhost`)),s(7,Uint8Array.from([127,0,0,1]))))))),m=(0,v.sign)(`sha256`,new Uint8Array(p.toBER()),(0,v.createPrivateKey)(l)),h=n(p,n(i(ye)),new t.BitString({valueHex:m})).toBER();return{key:l,cert:Ee(Buffer.from(h))}}const ge=3,_e=2,ve=`2.5.4.3`,ye=`1.2.840.10045.4.3.2`,be=`2.5.29.19`,xe=`2.5.29.15`,Se=Uint8Array.from([132]),Ce=`2.5.29.37`,we=`1.3.6.1.5.5.7.3.1`,Te=`2.5.29.17`;function Ee(e){return[`-----BEGIN CERTIFICATE-----`,...e.toString(`base64`).match(/.{1,64}/g)??[],`-----END CERTIFICATE-----`,``].join(`
`)}function De(){return{denies:()=>!1,initializes:()=>!1,answers:()=>void 0,clockSkewMs:0,pieceBytes:0,pieceDelayMs:0,expiredWatch:`event`,silentWatches:!1}}const Oe=[...f.r,...C(``,[`v1`],`Cluster`,{Namespace:`namespaces`,Node:`nodes`,PersistentVolume:`persistentvolumes`}),...C(``,[`v1`],`Namespaced`,{ConfigMap:`configmaps`,Event:`events`,LimitRange:`limitranges`,PersistentVolumeClaim:`persistentvolumeclaims`,Pod:`pods`,ResourceQuota:`resourcequotas`,Secret:`secrets`,Service:`services`,ServiceAccount:`serviceaccounts`}),...C(`apps`,[`v1`],`Namespaced`,{DaemonSet:`daemonsets`,Deployment:`deployments`,ReplicaSet:`replicasets`,StatefulSet:`statefulsets`}),...C(`batch`,[`v1`],`Namespaced`,{CronJob:`cronjobs`,Job:`jobs`}),...C(`networking.k8s.io`,[`v1`],`Namespaced`,{Ingress:`ingresses`,NetworkPolicy:`networkpolicies`}),...C(`policy`,[`v1`],`Namespaced`,{PodDisruptionBudget:`poddisruptionbudgets`}),...C(`rbac.authorization.k8s.io`,[`v1`],`Cluster`,{ClusterRole:`clusterroles`,ClusterRoleBinding:`clusterrolebindings`}),...C(`rbac.authorization.k8s.io`,[`v1`],`Namespaced`,{Role:`roles`,RoleBinding:`rolebindings`}),...C(`admissionregistration.k8s.io`,[`v1`],`Cluster`,{ValidatingAdmissionPolicy:`validatingadmissionpolicies`,ValidatingAdmissionPolicyBinding:`validatingadmissionpolicybindings`}),...C(`apiextensions.k8s.io`,[`v1`],`Cluster`,{CustomResourceDefinition:`customresourcedefinitions`})];function x(e){return e.group===``?e.plural:`${e.plural}.${e.group}`}function S(e){return`${e.group}/${e.kind}`}function C(e,t,n,r){return Object.entries(r).map(([r,i])=>({group:e,kind:r,plural:i,namespaced:n===`Namespaced`,versions:t}))}var w=class extends Error{name=`ApiFailure`;status;constructor(e,t,n,r){super(n),this.status={kind:`Status`,apiVersion:`v1`,metadata:{},status:`Failure`,message:n,reason:t,...r===void 0?{}:{details:r},code:e}}};const ke=()=>new w(401,`Unauthorized`,`Unauthorized`),T=e=>new w(400,`BadRequest`,e),E=e=>new w(422,`Invalid`,`ListOptions.meta.k8s.io "" is invalid: ${e}`,{group:`meta.k8s.io`,kind:`ListOptions`}),Ae=()=>new w(405,`MethodNotAllowed`,`the server does not allow this method on the requested resource`,{}),je=()=>new w(406,`NotAcceptable`,`only the following media types are accepted: application/json, application/yaml, application/vnd.kubernetes.protobuf`),Me=(e,t)=>new w(404,`NotFound`,`${x(e)} "${t}" not found`,{name:t,group:e.group,kind:e.plural}),Ne=e=>new w(409,`Conflict`,e),Pe=e=>new w(415,`UnsupportedMediaType`,`the body of the request was in an unknown format: ${e}`),Fe=e=>new w(410,`Expired`,e),Ie=(e,t)=>new w(504,`Timeout`,`Too large resource version: ${e}, current: ${t}`,{causes:[{reason:`ResourceVersionTooLarge`,message:`Too large resource version`}],retryAfterSeconds:1}),Le=()=>new w(429,`TooManyRequests`,`storage is (re)initializing`,{retryAfterSeconds:1}),Re=e=>new w(500,`InternalError`,`Internal error occurred: ${e}`,{causes:[{message:e}]});function ze(e,t,n){let r=n.namespace===void 0?`at the cluster scope`:`in the namespace "${n.namespace}"`,i=n.name===void 0?``:` "${n.name}"`;return new w(403,`Forbidden`,`${x(t)}${i} is forbidden: User "${e}" cannot ${n.verb} resource "${t.plural}" in API group "${t.group}" ${r}`,{...n.name===void 0?{}:{name:n.name},group:t.group,kind:t.plural})}const Be={kind:`APIVersions`,versions:[`v1`],serverAddressByClientCIDRs:[]};function Ve(e){return{kind:`APIGroupList`,apiVersion:`v1`,groups:D(e).map(t=>qe(e,t))}}function He(e,t){if(D(e).includes(t))return{kind:`APIGroup`,apiVersion:`v1`,...qe(e,t)}}function Ue(e,t,n){let r=e.filter(e=>e.group===t&&e.versions.includes(n));if(r.length!==0)return{kind:`APIResourceList`,apiVersion:`v1`,groupVersion:t===``?n:`${t}/${n}`,resources:r.map(e=>({name:e.plural,singularName:e.kind.toLowerCase(),namespaced:e.namespaced,kind:e.kind,verbs:Ge}))}}function We(e,t){return{kind:`APIGroupDiscoveryList`,apiVersion:`apidiscovery.k8s.io/v2`,metadata:{},items:(t?[``]:D(e)).map(t=>({metadata:{name:t,creationTimestamp:null},versions:Ke(e,t).map(n=>({version:n,freshness:`Current`,resources:e.filter(e=>e.group===t&&e.versions.includes(n)).map(e=>({resource:e.plural,responseKind:{group:t,version:n,kind:e.kind},scope:e.namespaced?`Namespaced`:`Cluster`,singularResource:e.kind.toLowerCase(),verbs:Ge}))}))}))}}const Ge=[`get`,`list`,`watch`];function D(e){return[...new Set(e.map(e=>e.group))].filter(e=>e!==``).toSorted()}function Ke(e,t){return[...new Set(e.filter(e=>e.group===t).flatMap(e=>e.versions))]}function qe(e,t){let n=Ke(e,t).map(e=>({groupVersion:`${t}/${e}`,version:e}));return{name:t,versions:n,preferredVersion:n[0]}}function Je(e){let t=Ze(e).map(Qe);return e=>t.every(t=>t(e.metadata.labels??{}))}function Ye(e,t){let n=/* @__PURE__ */ new Set([`metadata.name`,...e.namespaced?[`metadata.namespace`]:[],...Xe[e.kind]??[]]),r=t.split(`,`).filter(e=>e!==``).map(r=>{let[,i,a,o]=/^([^=!]+)(==|!=|=)(.*)$/.exec(r)??[];if(i===void 0||o===void 0)throw T(`Unable to find "${e.kind}" that match field selector "${t}": invalid selector: '${r}'; can't understand '${r}'`);if(!n.has(i))throw T(`field label not supported: ${i}`);return e=>(_.s(e,...i.split(`.`))??``)===o==(a!==`!=`)});return e=>r.every(t=>t(e))}const Xe={Event:[`involvedObject.kind`,`involvedObject.namespace`,`involvedObject.name`,`involvedObject.uid`,`reason`,`type`],Pod:[`spec.nodeName`,`status.phase`],Namespace:[`status.phase`],Secret:[`type`]};function Ze(e){return ne.n(e).filter(e=>e!==``)}function Qe(e){let t=/^(\S+)\s+(in|notin)\s+\((.*)\)$/.exec(e);if(t!==null){let[,e=``,n,r=``]=t,i=new Set(r.split(`,`).map(e=>e.trim()));return t=>i.has(t[e]??$e)===(n===`in`)}let n=/^([^\s=!]+)\s*(==|!=|=)\s*([^\s=!]*)$/.exec(e);if(n!==null){let[,e=``,t,r=``]=n;return n=>(n[e]??$e)===r==(t!==`!=`)}let[,r=``,i]=/^(!?)\s*([^\s=!()]+)$/.exec(e)??[];if(i===void 0)throw T(`unable to parse requirement: found '${e}', expected: a label selector`);return e=>Object.hasOwn(e,i)===(r===``)}const $e=`\0`;function et(e,t,n,r){let i=r.get(`continue`)??``,a=i===``?{revision:nt(e,r),after:``}:rt(e,i),o=O(t,n,r),s=e.list(t,a.revision).filter(e=>it(e)>a.after&&o(e)),c=Number(r.get(`limit`)??0),l=c>0?s.slice(0,c):s,u=String(a.revision),d=l.at(-1);if(d===void 0||l.length===s.length)return{resourceVersion:u,items:l};let f=r.get(`labelSelector`)!==null||r.get(`fieldSelector`)!==null;return{resourceVersion:u,continue:Buffer.from(JSON.stringify({revision:a.revision,after:it(d)})).toString(`base64url`),...f?{}:{remainingItemCount:s.length-l.length},items:l}}function O(e,t,n){let r=Je(n.get(`labelSelector`)??``),i=Ye(e,n.get(`fieldSelector`)??``);return e=>(t===void 0||e.metadata.namespace===t)&&r(e)&&i(e)}function tt(e){if(!/^\d+$/.test(e))throw T(`invalid resource version "${e}": strconv.ParseUint: parsing "${e}": invalid syntax`);return Number(e)}function nt(e,t){let n=t.get(`resourceVersion`)??``,r=t.get(`resourceVersionMatch`)??``;if(t.get(`sendInitialEvents`)!==null)throw E(`sendInitialEvents: Forbidden: sendInitialEvents is forbidden for list`);if(r!==``&&r!==`Exact`&&r!==`NotOlderThan`)throw E(`resourceVersionMatch: Unsupported value: "${r}": supported values: "Exact", "NotOlderThan", ""`);if(r!==``&&n===``)throw E(`resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden unless resourceVersion is provided`);if(n===``||n===`0`)return e.revision;let i=tt(n);if(i>e.revision)throw Ie(i,e.revision);if(r!==`Exact`)return e.revision;if(i<e.compacted)throw Fe(`The resourceVersion for the provided list is too old.`);return i}function rt(e,t){try{let{revision:n,after:r}=JSON.parse(Buffer.from(t,`base64url`).toString());if(n>=e.compacted)return{revision:n,after:r}}catch{throw T(`continue key is not valid: illegal base64 data`)}throw Fe(`The provided continue parameter is too old to display a consistent list result. You can start a new list without the continue parameter, or use the continue token in this response to retrieve the remainder of the results.`)}function it(e){return`${e.metadata.namespace??``}/${e.metadata.name}`}function at(e,t,n){let r=_.s(n.body,`metadata`,`resourceVersion`);if(r!==void 0&&r!==t.metadata.resourceVersion)throw Ne(`Operation cannot be fulfilled on ${x(e)} "${t.metadata.name}": the object has been modified; please apply your changes to the latest version and try again`);if(n.contentType===`application/merge-patch+json`)return ot(t,n);if(n.contentType!==`application/apply-patch+yaml`||!n.isOfStatus)throw Pe(n.contentType);return ct(t,n)}function ot(e,{body:t,isOfStatus:n}){let{metadata:r,status:i,...a}=t,o=st(e,n?{status:i}:a),s=JSON.stringify(o.spec)!==JSON.stringify(e.spec),c=(e.metadata.generation??1)+ +!!s;return{...o,metadata:{...o.metadata,generation:c}}}function st(e,t){if(!_.n(t))return t;let n=_.n(e)?e:{},r=Object.entries(t).map(([e,t])=>[e,st(n[e],t)]);return Object.fromEntries(Object.entries({...n,...Object.fromEntries(r)}).filter(([,e])=>e!==null))}function ct(e,{body:t,fieldManager:n}){let r=_.r(e,`status`,`conditions`).filter(_.n),i=_.r(t,`status`,`conditions`).filter(_.n),a=_.r(e,`metadata`,`managedFields`).filter(_.n),o=a.some(e=>e.manager===n&&e.operation===`Apply`);for(let e of i){let t=r.find(({type:t})=>t===e.type);if(t!==void 0&&Object.entries(e).some(([e,n])=>t[e]!==n)&&!o){let t=`.status.conditions[type="${String(e.type)}"].status`;throw Ne(`Apply failed with 1 conflict: conflict with "kubectl" with subresource "status": ${t}`)}}let s=new Set(i.map(({type:e})=>e)),c={..._.n(e.status)?e.status:{},conditions:[...r.filter(({type:e})=>!s.has(e)),...i]},l=a.filter(e=>e.manager!==n),u={manager:n,operation:`Apply`,subresource:`status`};return{...e,metadata:{...e.metadata,managedFields:[...l,u]},status:c}}function lt(e,t,n){let r=e.group===``?t:`${e.group}/${t}`;return{...(t===`v1`&&e.versions.includes(`v1beta1`)?dt[e.kind]??[]:[]).reduce((e,t)=>k(e,t),n),apiVersion:r,kind:e.kind}}const ut=[[`spec`,`strategy`,`reportBackStrategy`],[`spec`,`strategy`,`deleteStrategy`]],dt={ClusterResourcePlacement:ut,ResourcePlacement:ut,Work:[[`spec`,`reportBackStrategy`],[`status`,`manifestConditions`,`backReportedStatus`]],MemberCluster:[[`spec`,`deleteOptions`],[`status`,`namespaces`]],InternalMemberCluster:[[`status`,`namespaces`]]};function k(e,t){if(Array.isArray(e))return e.map(e=>k(e,t));let[n,...r]=t;if(n===void 0||!_.n(e)||!Object.hasOwn(e,n))return e;let{[n]:i,...a}=e;return r.length===0?a:{...a,[n]:k(i,r)}}function ft(e,t){let[n,...r]=t.split(`/`).slice(1).map(decodeURIComponent);if(n!==`api`&&n!==`apis`)return;let[i,a,...o]=n===`api`?[``,...r]:r;if(i===void 0||a===void 0)return;let s=(t,n)=>e.find(e=>e.group===i&&e.plural===t&&e.versions.includes(a)&&e.namespaced===n);if(o[0]===`namespaces`&&o.length>=3){let[,e,t,n,...r]=o,i=s(t,!0);return i===void 0||e===void 0||!pt(r)?void 0:{type:i,version:a,namespace:e,...n===void 0?{}:{name:n}}}let[c,l,...u]=o,d=s(c,!1);if(d!==void 0&&pt(u))return{type:d,version:a,...l===void 0?{}:{name:l}};let f=s(c,!0);return f!==void 0&&l===void 0?{type:f,version:a}:void 0}function pt(e){return e.length===0||e.length===1&&e[0]===`status`}function mt({store:e,type:t,namespace:n,query:r}){O(t,n,r);let i=r.get(`sendInitialEvents`),a=r.get(`resourceVersionMatch`)??``;if(i!==null&&a!==`NotOlderThan`)throw E(`resourceVersionMatch: Forbidden: sendInitialEvents requires setting resourceVersionMatch to NotOlderThan`);if(i===null&&a!==``)throw E(`resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided`);let o=r.get(`resourceVersion`)??``,s=o===``?0:tt(o);if(i===`true`)return{revision:e.revision,initial:!0,initialBookmark:!0};if(s===0)return{revision:e.revision,initial:i===null,initialBookmark:!1};if(s<e.compacted)throw Fe(`too old resource version: ${s} (${e.compacted})`);return{revision:s,initial:!1,initialBookmark:!1}}async function ht(e,t){let{store:n,type:r,query:i,time:a,send:o,signal:s}=e,c=O(r,e.namespace,i),l=i.get(`allowWatchBookmarks`)===`true`,u=new AbortController,d=AbortSignal.any([s,u.signal]),f=t.revision;if(t.initial){for(let t of n.list(r))c(t)&&o({type:`ADDED`,object:e.present(t)});t.initialBookmark&&l&&o(A(e,f,{"k8s.io/initial-events-end":`true`}))}let p=()=>{for(let t of n.since(r,f)){f=t.revision;let n=_t(t,c);n!==void 0&&o({type:n,object:e.present(t.object)})}};p();let m=n.subscribe(r,p);l&&h(),await a.sleep(Number(i.get(`timeoutSeconds`)??1800)*1e3,s),u.abort(),m(),l&&!s.aborted&&o(A(e,Math.max(f,n.revision)));async function h(){for(;;){if(await a.sleep(e.bookmarkSeconds*1e3,d),d.aborted)return;f=Math.max(f,n.revision),o(A(e,f))}}}function gt(e){return{type:`ERROR`,object:e.status}}function _t(e,t){let n=e.previous!==void 0&&t(e.previous);return e.type!==`DELETED`&&t(e.object)?n?`MODIFIED`:`ADDED`:n?`DELETED`:void 0}function A({type:e,present:t},n,r){let{apiVersion:i,kind:a}=t({apiVersion:``,kind:e.kind,metadata:{name:``}});return{type:`BOOKMARK`,object:{kind:a,apiVersion:i,metadata:{resourceVersion:String(n),creationTimestamp:null,...r===void 0?{}:{annotations:r}}}}}function vt(e,t){let{socket:n}=e.req,r=()=>{e.off(`close`,r),n.off(`close`,r),t()};e.once(`close`,r),n.once(`close`,r)}async function j(e,t,n,r,i,a=`application/json`){let o=Buffer.from(JSON.stringify(i)),s=o.length>131072&&(t.headers[`accept-encoding`]??``).includes(`gzip`);s&&n.setHeader(`Content-Encoding`,`gzip`),n.writeHead(r,{"Content-Type":a,"Cache-Control":`no-cache, private`}),await N(e,n,s?(0,ce.gzipSync)(o):o),n.end()}async function M(e,t,n,r,i){t.writeHead(n,{"Content-Type":i}),await N(e,t,Buffer.from(r)),t.end()}function yt(e,t){let n=Promise.resolve();return{open:()=>{t.writeHead(200,{"Content-Type":`application/json`}),t.flushHeaders()},write:r=>{e.faults.pieceBytes===0?t.write(r):n=n.then(()=>N(e,t,Buffer.from(r)))},end:async()=>{await n,t.end()}}}async function N({faults:e,time:t,closing:n},r,i){let a=e.pieceBytes===0?i.length:e.pieceBytes;for(let o=0;o<i.length;o+=a)r.write(i.subarray(o,o+a)),e.pieceBytes>0&&await t.sleep(e.pieceDelayMs,n)}async function bt(e,t,n){let r=new URL(t.url??`/`,`https://hub`),i=e.time.now();e.requests.push({method:t.method??`GET`,path:`${r.pathname}${r.search}`,at:i}),n.setHeader(`Date`,new Date(i+e.faults.clockSkewMs).toUTCString());try{let i=e.faults.answers(`${r.pathname}${r.search}`);if(i!==void 0){for(let[e,t]of Object.entries(i.headers??{}))n.setHeader(e,t);return await M(e,n,i.code,i.body,i.contentType??`application/json`)}if(t.headers.authorization!==`Bearer ${e.token}`)throw ke();await xt(e,t,n,r)}catch(r){if(n.headersSent)return void n.destroy();let{status:i}=r instanceof w?r:Re(String(r)),a=i.details?.retryAfterSeconds;typeof a==`number`&&n.setHeader(`Retry-After`,String(a)),await j(e,t,n,i.code,i)}}async function xt(e,t,n,r){let i=te.t(r.pathname,`/`);if([`/healthz`,`/livez`,`/readyz`].includes(i))return await M(e,n,200,`ok`,`text/plain; charset=utf-8`);if(i===Ct&&t.method===`POST`)return await j(e,t,n,201,await Nt(e,t));if(i===wt&&t.method===`POST`)return await j(e,t,n,201,Tt(e));let a=ft(e.types,i);if(t.method===`PATCH`&&a?.name!==void 0)return await j(e,t,n,200,await jt(e,t,r,{...a,name:a.name}));if(t.method!==`GET`){if(a===void 0)return await M(e,n,404,`404 page not found
`,`text/plain; charset=utf-8`);throw Ae()}if(a!==void 0)return await Ot(e,t,n,r.searchParams,a);let o=[`/api`,`/apis`].includes(i)&&(t.headers.accept??``).includes(St),s=o?We(e.types,i===`/api`):Et(e.types,i);if(s===void 0)return await M(e,n,404,`404 page not found
`,`text/plain; charset=utf-8`);await j(e,t,n,200,s,o?`application/json;${St}`:void 0)}const St=`g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList`,Ct=`/apis/authorization.k8s.io/v1/selfsubjectaccessreviews`,wt=`/apis/authentication.k8s.io/v1/selfsubjectreviews`;function Tt({user:e}){return{kind:`SelfSubjectReview`,apiVersion:`authentication.k8s.io/v1`,metadata:{},status:{userInfo:{username:e,groups:[`system:authenticated`]}}}}function Et(e,t){let[,n,r,i,...a]=t.split(`/`);if(t===`/version`)return Dt;if(t===`/api`)return Be;if(t===`/apis`)return Ve(e);if(!(a.length>0||r===void 0)){if(n===`api`)return i===void 0?Ue(e,``,r):void 0;if(n===`apis`)return i===void 0?He(e,r):Ue(e,r,i)}}const Dt={major:`1`,minor:`34`,gitVersion:`v1.34.0-embedded`,gitTreeState:`clean`,platform:`embedded`};async function Ot(e,t,n,r,i){let{type:a,version:o,namespace:s,name:c}=i,l=c===void 0&&[`true`,`1`].includes(r.get(`watch`)??``),u={verb:l?`watch`:c===void 0?`list`:`get`,group:a.group,resource:a.plural,...s===void 0?{}:{namespace:s},...c===void 0?{}:{name:c}};if(e.faults.denies(u))throw ze(e.user,a,u);if(e.faults.initializes(a))throw Le();let d=At(t.headers.accept??`*/*`),f=e=>d(lt(a,o,e));if(l)return await kt(e,n,r,i,f);if(c!==void 0){let r=e.store.get(a,a.namespaced?s:void 0,c);if(r===void 0)throw Me(a,c);return await j(e,t,n,200,f(r))}let{items:p,...m}=et(e.store,a,s,r),{apiVersion:h,kind:g}=f({apiVersion:``,kind:a.kind,metadata:{name:``}});await j(e,t,n,200,{kind:`${g}List`,apiVersion:h,metadata:m,items:p.map(f)})}async function kt(e,t,n,{type:r,namespace:i},a){let{store:o,time:s,bookmarkSeconds:c,faults:l}=e,u=new AbortController,d=AbortSignal.any([e.closing,u.signal]);vt(t,()=>u.abort());let f=yt(e,t),p=e=>{l.silentWatches||f.write(`${JSON.stringify(e)}\n`)};try{let l=mt({store:o,type:r,namespace:i,query:n});e.watches.add(t),f.open(),await ht({store:o,type:r,namespace:i,query:n,time:s,bookmarkSeconds:c,present:a,send:p,signal:d},l)}catch(e){if(!(e instanceof w)||e.status.code!==410||l.expiredWatch===`http`)throw e;f.open(),p(gt(e))}finally{e.watches.delete(t)}l.silentWatches||await f.end()}function At(e){if(e.includes(`as=PartialObjectMetadata`))return({metadata:e})=>({kind:`PartialObjectMetadata`,apiVersion:`meta.k8s.io/v1`,metadata:e});if(!/application\/json|application\/\*|\*\/\*/.test(e))throw je();return e=>e}async function jt(e,t,n,{type:r,version:i,namespace:a,name:o}){let s=n.pathname.endsWith(`/status`),c=s?`${r.plural}/status`:r.plural,l={verb:`patch`,group:r.group,resource:c,name:o,...a===void 0?{}:{namespace:a}};if(e.faults.denies(l))throw ze(e.user,r,l);let u=JSON.parse(await Mt(t)),d=e.store.get(r,r.namespaced?a:void 0,o);if(d===void 0)throw Me(r,o);let f=t.headers[`content-type`]??``,p=n.searchParams.get(`fieldManager`)??``;return e.store.put(at(r,d,{contentType:f,fieldManager:p,isOfStatus:s,body:_.n(u)?u:{}})),lt(r,i,e.store.get(r,r.namespaced?a:void 0,o)??d)}async function Mt(e){let t=``;for await(let n of e.setEncoding(`utf8`))t+=String(n);return t}async function Nt(e,t){let n=JSON.parse(await Mt(t)),r=_.a(n,`spec`,`resourceAttributes`),i=_.s(r,`namespace`)??``,a=_.s(r,`name`)??``,o=e.faults.denies({verb:_.s(r,`verb`)??``,group:_.s(r,`group`)??``,resource:_.s(r,`resource`)??``,...i===``?{}:{namespace:i},...a===``?{}:{name:a}});return{..._.n(n)?n:{},status:o?{allowed:!1}:{allowed:!0,reason:`embedded hub`}}}const Pt={now:()=>Date.now(),sleep:(e,t)=>new Promise(n=>{if(t.aborted)return n();let r=()=>{clearTimeout(i),t.removeEventListener(`abort`,r),n()},i=setTimeout(r,e);t.addEventListener(`abort`,r,{once:!0})})};var Ft=class{#e;#t=/* @__PURE__ */ new Map;#n=/* @__PURE__ */ new Map;#r=/* @__PURE__ */ new Map;#i=/* @__PURE__ */ new Map;#a=1e3;#o=1e3;constructor(e){this.#e=new Map(e.map(e=>[S(e),e]))}get revision(){return this.#a}get compacted(){return this.#o}put(e){let t=this.#c(e),n=this.#l(t),r=n.get(P(e));this.#a+=1;let i=It(e,this.#a);n.set(P(e),i),this.#u(t,{revision:this.#a,type:r===void 0?`ADDED`:`MODIFIED`,object:i,...r===void 0?{}:{previous:r}})}remove(e){let t=this.#c(e),n=this.#l(t),r=n.get(P(e));r!==void 0&&(n.delete(P(e)),this.#a+=1,this.#u(t,{revision:this.#a,type:`DELETED`,object:It(r,this.#a),previous:r}))}compact(){this.#o=this.#a,this.#n.clear()}get(e,t,n){return this.#l(S(e)).get(`${t??``}/${n}`)}find(e,t,n,r){return this.#t.get(S({group:e,kind:t}))?.get(`${n??``}/${r}`)}list(e,t=this.#a){let n=this.#r.get(S(e));if(n!==void 0&&t>=n.from)return n.objects;let r=this.#s(e,t);return t===this.#a&&this.#r.set(S(e),{from:t,objects:r}),r}#s(e,t){let n=new Map(this.#l(S(e)));for(let r of(this.#n.get(S(e))??[]).toReversed()){if(r.revision<=t)break;r.previous===void 0?n.delete(P(r.object)):n.set(P(r.object),r.previous)}return[...n.entries()].toSorted(([e],[t])=>e<t?-1:1).map(([,e])=>e)}since(e,t){return(this.#n.get(S(e))??[]).filter(e=>e.revision>t)}subscribe(e,t){let n=S(e),r=this.#i.get(n)??/* @__PURE__ */ new Set;return this.#i.set(n,r.add(t)),()=>r.delete(t)}#c(e){let t=S({group:f.x(e.apiVersion),kind:e.kind});if(!this.#e.has(t))throw Error(`the embedded hub serves no ${e.kind} of ${e.apiVersion}`);return t}#l(e){let t=this.#t.get(e)??/* @__PURE__ */ new Map;return this.#t.set(e,t),t}#u(e,t){let n=this.#n.get(e)??[];this.#n.set(e,n),this.#r.delete(e),n.push(t);for(let t of this.#i.get(e)??[])t()}};function P(e){return`${e.metadata.namespace??``}/${e.metadata.name}`}function It(e,t){return{...e,metadata:{...e.metadata,resourceVersion:String(t)}}}function Lt(e,t){return F(e,t)}function Rt(e,{from:t,to:n,speed:r}){return n+(e-t)/(e>t?r:1)}function F(e,t){return typeof e==`string`?e.replaceAll(re.t,e=>zt(e,t)):Array.isArray(e)?e.map(e=>F(e,t)):typeof e!=`object`||!e?e:Object.fromEntries(Object.entries(e).map(([e,n])=>[e,F(n,t)]))}function zt(e,t){let n=/\.(\d+)/.exec(e)?.[1],r={...t,to:t.from+Math.floor((t.to-t.from)/1e3)*1e3},[i=``,a=``]=new Date(Math.floor(Rt(Date.parse(e),r))).toISOString().slice(0,-1).split(`.`);return n===void 0?`${i}Z`:`${i}.${(a+n.slice(3)).padEnd(n.length,`0`).slice(0,n.length)}Z`}function Bt(e,t,n,r,i={}){let{from:a=`deploy`,speed:o=1,onMark:s}=i,c=t.findLastIndex(e=>e.type===`MARK`&&e.note===a),l=t[Math.max(c,0)],u={from:l===void 0?n.now():Date.parse(l.t),to:n.now(),speed:o},d=new AbortController,f=AbortSignal.any([r,d.signal]);for(let n of t.slice(0,c+1))Vt(e,n,u);let p=m();return p.then(()=>Ht(e,t,u,n,f)),{shift:u,done:p,stop:()=>d.abort()};async function m(){let r=0;for(let i of t.slice(c+1)){let t={...u,to:u.to+r},a=Rt(Date.parse(i.t),t)-n.now();if(a>0&&await n.sleep(a,f),f.aborted)return;if(Vt(e,i,t),i.type!==`MARK`)continue;let o=n.now();await s?.(i.note),r+=n.now()-o}}}function Vt(e,t,n){t.type!==`MARK`&&(t.type===`DELETED`?e.remove(t.object):e.put(Lt(t.object,n)))}async function Ht(e,t,n,r,i){let a=t.at(-1);if(a===void 0)return;let o=Ut(t).filter(e=>{let t=Date.parse(Gt(e)??``);return Date.parse(a.t)-t<=3*Kt(e)*1e3}),s=Math.min(...o.map(Kt));for(;o.length>0;){if(await r.sleep(s*1e3/n.speed,i),i.aborted)return;for(let t of o)Wt(e,t,r.now())}}function Ut(e){let t=/* @__PURE__ */ new Map;for(let n of e){if(n.type===`MARK`||f.x(n.object.apiVersion)!==`cluster.kubernetes-fleet.io`)continue;let e=`${n.object.kind}/${n.object.metadata.namespace??``}/${n.object.metadata.name}`;n.type===`DELETED`?t.delete(e):t.set(e,n.object)}return[...t.values()]}function Wt(e,t,n){let{kind:r,metadata:i}=t,a=e.find(f.n,r,i.namespace,i.name);if(a===void 0)return;let o=`${new Date(n).toISOString().slice(0,19)}Z`,s=_.r(a,`status`,`agentStatus`).map(e=>Object.assign({},e,{lastReceivedHeartbeat:o}));e.put({...a,status:{...a.status,agentStatus:s}})}function Gt(e){return _.s(e,`status`,`agentStatus`,0,`lastReceivedHeartbeat`)}function Kt(e){return _.i(e,`spec`,`heartbeatPeriodSeconds`)??60}async function qt(e={}){let{time:t=Pt,types:n=Oe,bookmarkSeconds:r=60}=e,i=new AbortController,a=new Ft(n),o=De(),s={store:a,types:n,faults:o,time:t,bookmarkSeconds:r,token:e.token??`embedded-hub-token`,user:`fleet-gate`,requests:[],watches:/* @__PURE__ */ new Set,closing:i.signal},{key:c,cert:l}=await he(),u=(0,ue.createServer)({key:c,cert:l,keepAliveTimeout:12e4,requestTimeout:0},(e,t)=>{bt(s,e,t)}),d=/* @__PURE__ */ new Set,f=0;u.on(`connection`,e=>d.add(e.on(`close`,()=>d.delete(e)))),u.on(`secureConnection`,()=>f+=1);let p=`https://127.0.0.1:${await Jt(u)}`;return{url:p,certificate:l,store:a,faults:o,requests:s.requests,get token(){return s.token},get connections(){return f},get openWatches(){return s.watches.size},kubeconfig:()=>Yt(p,l,s.token),play:(e,n)=>Bt(a,e,t,i.signal,n),dropWatches:()=>{for(let e of s.watches)e.destroy()},changeToken:e=>{s.token=e},close:async()=>{i.abort();let e=new Promise(e=>u.close(()=>e()));for(let e of d)e.destroy();await e}}}function Jt(e){return new Promise((t,n)=>{e.once(`error`,n),e.listen(0,`127.0.0.1`,()=>t(e.address().port))})}function Yt(e,t,n){return JSON.stringify({apiVersion:`v1`,kind:`Config`,"current-context":`embedded`,clusters:[{name:`embedded`,cluster:{server:e,"certificate-authority-data":Buffer.from(t).toString(`base64`)}}],users:[{name:`embedded`,user:{token:n}}],contexts:[{name:`embedded`,context:{cluster:`embedded`,user:`embedded`}}]})}function Xt(e,t){let n=ie.p(ie.f(e,`status`,`conditions`),t),{generation:r=0}=e.metadata,i=n?.observedGeneration??_.i(e,`status`,`observedGeneration`)??r;return n?.status===`True`&&i>=r}const I={type:`RolloutStarted`,status:`True`,reason:`RolloutStarted`,message:`Detected the new changes on the resources and started the rollout process`},L={type:`Overridden`,status:`True`,reason:`NoOverrideSpecified`,message:`No override rules are configured for the selected resources`},R={type:`WorkSynchronized`,status:`True`,reason:`AllWorkSynced`,message:`All of the works are synchronized to the latest`},Zt={type:`Applied`,status:`True`,reason:`AllWorkHaveBeenApplied`,message:`All corresponding work objects are applied`},z=[L,R,Zt,{type:`Available`,status:`True`,reason:`AllWorkAreAvailable`,message:`All corresponding work objects are available`}];function Qt(e,t,n){let{phase:r,bindingGeneration:i,settledGeneration:a}=e,o=(e,t)=>t.map(t=>({...t,observedGeneration:e,lastTransitionTime:n}));return r.kind===`undecided`?[]:r.kind===`blocked`?o(a,[en,...z]):r.kind===`started`?[...o(i,[I]),...a===i?[]:o(a,z)]:o(i,[I,...rn(r,t)])}function $t({phase:e},t){return e.kind===`undecided`?[tn]:e.kind===`blocked`?[{...en,message:`The rollout is being blocked by the rollout strategy`}]:e.kind===`started`?[I,nn]:[I,...rn(e,t)]}const en={type:`RolloutStarted`,status:`False`,reason:`RolloutNotStartedYet`,message:`The resources cannot be updated to the latest because of the rollout strategy`},tn={type:`RolloutStarted`,status:`Unknown`,reason:`RolloutStartedUnknown`,message:`In the process of deciding whether to roll out some version of the resources or not`},nn={type:`Overridden`,status:`Unknown`,reason:`OverriddenPending`,message:`In the process of overriding the selected resources if there is any override defined`};function rn(e,t){if(e.kind===`available`)return z;if(e.kind===`applied`){let e=`Work object ${t} is not yet available`;return[L,R,Zt,{type:`Available`,status:`False`,reason:`NotAllWorkAreAvailable`,message:e}]}let n=e.kind===`refused`?{reason:`NotAllWorkHaveBeenApplied`,message:`Work object ${t} has failed to apply`}:{reason:`ApplyInProgress`,message:`Resources are being applied`};return[L,R,{type:`Applied`,status:`False`,...n}]}function an(e){let t=[];for(let[n,r]of Object.entries(on)){let i=e.map(e=>e.find(e=>e.type===n)?.status),a=e=>i.filter(t=>t===e).length,o=a(`Unknown`)>0?`Unknown`:a(`False`)>0?`False`:`True`;if(a(void 0)===e.length)break;let[s,c]=r[o];if(t.push({type:`ClusterResourcePlacement${n}`,status:o,reason:s,message:c.replace(`%d`,String(a(o)))}),o!==`True`)break}return t}const on={RolloutStarted:{True:[`RolloutStarted`,`All %d cluster(s) start rolling out the latest resource`],False:[`RolloutNotStartedYet`,`The rollout is being blocked by the rollout strategy in %d cluster(s)`],Unknown:[`RolloutStartedUnknown`,`There are still %d cluster(s) in the process of deciding whether to roll out the latest resources or not`]},Overridden:{True:[`NoOverrideSpecified`,`No override rules are configured for the selected resources`],False:[`OverriddenFailed`,`Failed to override resources in %d cluster(s)`],Unknown:[`OverriddenPending`,`There are still %d cluster(s) in the process of overriding the selected resources if there is any override defined`]},WorkSynchronized:{True:[`WorkSynchronized`,`Works(s) are succcesfully created or updated in %d target cluster(s)' namespaces`],False:[`WorkNotSynchronizedYet`,`There are %d cluster(s) which have not finished creating or updating work(s) yet`],Unknown:[`WorkSynchronizedUnknown`,`There are still %d cluster(s) in the process of creating or updating the work object(s) in the hub cluster`]},Applied:{True:[`ApplySucceeded`,`The selected resources are successfully applied to %d cluster(s)`],False:[`ApplyFailed`,"Failed to apply resources to %d cluster(s), please check the `failedPlacements` status"],Unknown:[`ApplyPending`,`There are still %d cluster(s) in the process of applying the resources on the member cluster`]},Available:{True:[`ResourceAvailable`,`The selected resources in %d cluster(s) are available now`],False:[`ResourceNotAvailableYet`,`The selected resources in %d cluster(s) are still not available yet`],Unknown:[`ResourceAvailableUnknown`,`There are still %d cluster(s) in the process of checking the availability of the selected resources`]}};function B(e,t=1){let{metadata:n}=e;if(e.kind===`Namespace`){let t={...n.labels,"kubernetes.io/metadata.name":n.name};return{...e,metadata:{...n,labels:t},spec:{finalizers:[`kubernetes`]},status:{phase:`Active`}}}return e.kind===`Deployment`?{...e,metadata:{...n,generation:t},spec:cn(e),status:{}}:e.kind===`ClusterResourcePlacement`?{...e,apiVersion:`placement.kubernetes-fleet.io/v1beta1`,metadata:{...n,generation:t},spec:ln(e)}:e}function sn(e){let{status:t,...n}=e,{generation:r,...i}=e.metadata;return{...n,metadata:i}}const V={comparisonOption:`PartialComparison`,type:`ClientSideApply`,whenToApply:`Always`,whenToTakeOver:`Always`};function cn(e){let t=_.a(e,`spec`)??{},n=_.a(t,`template`,`spec`)??{},r=_.r(n,`containers`).map(e=>Object.assign({resources:{},terminationMessagePath:`/dev/termination-log`,terminationMessagePolicy:`File`,imagePullPolicy:`IfNotPresent`},e,{ports:_.r(e,`ports`).map(e=>Object.assign({protocol:`TCP`},e))}));return{...t,progressDeadlineSeconds:600,revisionHistoryLimit:10,strategy:{type:`RollingUpdate`,rollingUpdate:{maxUnavailable:`25%`,maxSurge:`25%`}},template:{..._.a(t,`template`),spec:{dnsPolicy:`ClusterFirst`,restartPolicy:`Always`,schedulerName:`default-scheduler`,securityContext:{},terminationGracePeriodSeconds:30,...n,containers:r}}}}function ln(e){let t={maxSurge:`25%`,maxUnavailable:`25%`,unavailablePeriodSeconds:60,..._.a(e,`spec`,`strategy`,`rollingUpdate`)};return{revisionHistoryLimit:10,statusReportingScope:`ClusterScopeOnly`,policy:_.a(e,`spec`,`policy`)??{placementType:`PickAll`},resourceSelectors:_.r(e,`spec`,`resourceSelectors`).map(e=>_.n(e)&&_.s(e,`kind`)===`Namespace`?Object.assign({selectionScope:`NamespaceWithResources`},e):e),strategy:{type:`RollingUpdate`,applyStrategy:V,rollingUpdate:t}}}function H(e){let t=[],n=/* @__PURE__ */ new Map,r=-1/0,i=()=>new Date(Date.parse(e)+r*1e3).toISOString(),a=()=>`${i().slice(0,19)}Z`;return{events:t,get now(){return a()},at:e=>{if(e<r)throw Error(`a story cannot go back from ${r} s to ${e} s`);r=e},put:e=>{let r=`${e.kind}/${e.metadata.namespace??``}/${e.metadata.name}`,o=n.get(r),s=o?.metadata.creationTimestamp??a(),c={...e.metadata,uid:U(e),creationTimestamp:s},l=W(o,{...e,metadata:c});n.set(r,l),t.push({t:i(),type:o===void 0?`ADDED`:`MODIFIED`,object:l})},mark:e=>t.push({t:i(),type:`MARK`,note:e})}}function U({kind:e,metadata:t}){let n=(0,v.createHash)(`sha256`).update(`${e}/${t.namespace??``}/${t.name}`).digest(`hex`);return[n.slice(0,8),n.slice(8,12),`4${n.slice(13,16)}`,`a${n.slice(17,20)}`,n.slice(20,32)].join(`-`)}function W(e,t){if(Array.isArray(t)){let n=Array.isArray(e)?e:[];return t.map((e,t)=>W(n.find(t=>un(t,e))??n[t],e))}if(!_.n(t))return t;let n=_.n(e)?e:{},r=`lastTransitionTime`in t&&n.type===t.type&&n.status===t.status;return Object.fromEntries(Object.entries(t).map(([e,t])=>[e,r&&e===`lastTransitionTime`?n[e]:W(n[e],t)]))}function un(e,t){if(!_.n(e)||!_.n(t))return!1;let n=[`clusterName`,`type`].find(e=>typeof t[e]==`string`);return n!==void 0&&e[n]===t[n]}const G=`kubernetes-fleet.io`;function K(e){return{clusterName:e,clusterScore:{affinityScore:0,priorityScore:0},reason:`Successfully scheduled resources for placement in "${e}" (affinity score: 0, topology spread score: 0): picked by scheduling policy`,selected:!0}}function dn(e){return{status:`True`,reason:`SchedulingPolicyFulfilled`,message:`found all cluster needed as specified by the scheduling policy, found ${e} cluster(s)`}}function fn(e,t,n){let{name:r}=e.metadata,i=_.t(e,`spec`,`policy`),a={apiVersion:J,kind:`ClusterSchedulingPolicySnapshot`,metadata:{name:`${r}-0`,generation:1,annotations:{[`${G}/CRP-generation`]:`1`},labels:{[`${G}/is-latest-snapshot`]:`true`,[`${G}/parent-CRP`]:r,[`${G}/policy-index`]:`0`},ownerReferences:[yn(e)]},spec:{policy:i,policyHash:Buffer.from(Y(JSON.stringify(i))).toString(`base64`)}};if(t===void 0)return a;let o=[{...dn(t.length),type:`Scheduled`,observedGeneration:1,lastTransitionTime:n}];return{...a,status:{conditions:o,observedCRPGeneration:1,targetClusters:t.map(K)}}}function pn(e,t,{resources:n,annotations:r},i){let{name:a}=e.metadata;return{apiVersion:J,kind:`ClusterResourceSnapshot`,metadata:{name:`${a}-${t}-snapshot`,generation:1,annotations:{...r,[`${G}/number-of-enveloped-object`]:`0`,[`${G}/number-of-resource-snapshots`]:`1`,[`${G}/resource-hash`]:Y(JSON.stringify(n))},labels:{[`${G}/is-latest-snapshot`]:String(i),[`${G}/parent-CRP`]:a,[`${G}/resource-index`]:String(t)},ownerReferences:[yn(e)]},spec:{selectedResources:n}}}function mn(e,t,n,r){let{name:i}=e.metadata,a=t.index!==void 0;return{apiVersion:J,kind:`ClusterResourceBinding`,metadata:{name:vn(e,t.cluster),generation:t.bindingGeneration,finalizers:[`${G}/scheduler-crb-cleanup`,...a?[`${G}/work-cleanup`]:[]],labels:{[`${G}/parent-CRP`]:i}},spec:{...a?{applyStrategy:V}:{},clusterDecision:K(t.cluster),resourceSnapshotName:a?`${i}-${t.index}-snapshot`:``,schedulingPolicySnapshotName:`${i}-0`,state:a?`Bound`:`Scheduled`,targetCluster:t.cluster},status:{conditions:Qt(t,q(e),r),...n.length>0?{failedPlacements:n}:{}}}}function hn(e,t,n,r){let{cluster:i,index:a=0,workGeneration:o}=t,{name:s}=e.metadata;return{apiVersion:J,kind:`Work`,metadata:{name:q(e),namespace:`fleet-member-${i}`,generation:o,finalizers:[`${G}/work-cleanup`],annotations:{[`${G}/parent-cluster-resource-override-snapshot-hash`]:Y(`null`),[`${G}/parent-resource-override-snapshot-hash`]:Y(`null`),[`${G}/parent-resource-snapshot-name`]:`${s}-${a}-snapshot`},labels:{[`${G}/parent-CRP`]:s,[`${G}/parent-resource-binding`]:vn(e,i),[`${G}/parent-resource-snapshot-index`]:String(a)}},spec:{applyStrategy:V,workload:{manifests:n}},...r===void 0?{}:{status:r}}}function q(e){return`${e.metadata.name}-work`}function gn(e,{reason:t,message:n},r){return{condition:{type:`Applied`,status:`False`,reason:t,message:n,lastTransitionTime:r},..._n(e)}}function _n({apiVersion:e,kind:t,metadata:n}){let r=f.x(e);return{...r===``?{}:{group:r},kind:t,name:n.name,...n.namespace===void 0?{}:{namespace:n.namespace},version:f.D(e)}}const J=`placement.kubernetes-fleet.io/v1beta1`;function vn(e,t){let{name:n}=e.metadata;return`${n}-${t}-${Y(`${n}/${t}`).slice(0,8)}`}function yn(e){let{apiVersion:t,kind:n,metadata:r}=e;return{apiVersion:t,kind:n,name:r.name,uid:U(e),controller:!0,blockOwnerDeletion:!0}}function Y(e){return(0,v.createHash)(`sha256`).update(e).digest(`hex`)}function bn(e,t,n,r){let i=t.kind===`refused`?t.refusal:void 0,a=({kind:e})=>t.kind===`applied`&&e===`Deployment`,o=e.filter(a).length,s=e.length;return{conditions:X(i===void 0?Sn(s,o):[xn(s)],n,r),manifestConditions:e.map((e,t)=>({conditions:i?.ordinal===t?X([{type:`Applied`,status:`False`,reason:i.reason,message:i.message}],void 0,r):X(Cn(a(e)),e.kind===`Deployment`?n:void 0,r),identifier:wn(e,t)}))}}function xn(e){return{type:`Applied`,status:`False`,reason:`SomeManifestsAreNotApplied`,message:`Failed to apply all manifests (${e-1} of ${e} manifests are applied)`}}function Sn(e,t){let n=`Some manifests are not available (${e-t} of ${e} manifests are available)`;return[{type:`Applied`,status:`True`,reason:`AllManifestsApplied`,message:`All the specified manifests have been applied`},t>0?{type:`Available`,status:`False`,reason:`SomeManifestsAreNotAvailable`,message:n}:{type:`Available`,status:`True`,reason:`AllManifestsAvailable`,message:`All of the applied manifests are available`}]}function Cn(e){return[{type:`Applied`,status:`True`,reason:`Applied`,message:`Manifest has been applied successfully`},e?{type:`Available`,status:`False`,reason:`ManifestNotAvailableYet`,message:`Manifest is not yet available; Fleet will check again later`}:{type:`Available`,status:`True`,reason:`Available`,message:`Manifest is available`}]}function X(e,t,n){return e.map(e=>({...e,...t===void 0?{}:{observedGeneration:t},lastTransitionTime:n}))}function wn({apiVersion:e,kind:t,metadata:n},r){let i=f.x(e),a=Oe.find(e=>e.group===i&&e.kind===t)?.plural;return{...i===``?{}:{group:i},kind:t,name:n.name,...n.namespace===void 0?{}:{namespace:n.namespace},ordinal:r,resource:a,version:f.D(e)}}var Tn=class{#e;#t;#n=/* @__PURE__ */ new Map;#r=[];constructor(e,t,n){this.#e=e,this.#t=t;for(let e of n)this.#n.set(e,{cluster:e,phase:{kind:`undecided`},bindingGeneration:1,settledGeneration:1,workGeneration:0})}createPlacement(){this.#e.put({...this.#t,metadata:{...this.#t.metadata,finalizers:[`${G}/crp-cleanup`]}})}putPolicySnapshot(e){this.#e.put(fn(this.#t,e?[...this.#n.keys()]:void 0,this.#e.now))}takeSnapshot(e){this.#r.length>0&&this.#o(!1),this.#r.push({resources:e.map(sn),annotations:{}}),this.#o(!0)}detectChange(){let e=this.#r.pop();e!==void 0&&(this.#r.push({...e,annotations:{[`${G}/next-resource-snapshot-candidate-detection-time`]:this.#e.now}}),this.#o(!0))}putPending(){this.#a([{type:`ClusterResourcePlacementScheduled`,status:`Unknown`,reason:`SchedulePending`,message:`Scheduling has not completed`}],[])}bind(e){let t=this.#i(e),n=t.index===void 0?3:t.bindingGeneration+1,r=t.index===void 0?n:t.bindingGeneration;this.#n.set(e,{...t,phase:{kind:`started`},bindingGeneration:n,settledGeneration:r,index:this.#r.length-1}),this.#s(e)}putWork(e){let t=this.#i(e),n=t.workGeneration;this.#n.set(e,{...t,workGeneration:n+1}),this.#c(e,n===0?void 0:{phase:{kind:`available`},generation:n})}reach(e,t){this.#n.set(e,{...this.#i(e),phase:t}),(t.kind===`applied`||t.kind===`available`||t.kind===`refused`)&&this.#c(e,{phase:t,generation:this.#i(e).workGeneration}),this.#s(e)}hold(e,t){this.#n.set(e,{...this.#i(e),phase:t}),(t.kind===`blocked`||this.#i(e).index===void 0)&&this.#s(e)}putPlacement(){let e=[...this.#n.values()].map(e=>({rollout:e,judgements:$t(e,q(this.#t))})),t=e.map(({rollout:e,judgements:t})=>{let n={type:`Scheduled`,status:`True`,reason:`Scheduled`,message:K(e.cluster).reason},r=this.#u(e);return{clusterName:e.cluster,conditions:this.#d([n,...t]),...r.length>0?{failedPlacements:r}:{},observedResourceIndex:String(this.#r.length-1)}}),n=an(e.map(({judgements:e})=>e));this.#a([{...dn(this.#n.size),type:`ClusterResourcePlacementScheduled`},...n],t)}#i(e){let t=this.#n.get(e);if(t===void 0)throw Error(`${this.#t.metadata.name} is not placed on ${e}`);return t}#a(e,t){let n=[`${G}/crp-cleanup`,`${G}/scheduler-cleanup`];this.#e.put({...this.#t,metadata:{...this.#t.metadata,finalizers:n},status:{conditions:this.#d(e),observedResourceIndex:String(this.#r.length-1),placementStatuses:t,selectedResources:(this.#r.at(-1)?.resources??[]).map(_n)}})}#o(e){let t=this.#r.at(-1);t!==void 0&&this.#e.put(pn(this.#t,this.#r.length-1,t,e))}#s(e){let t=this.#i(e);this.#e.put(mn(this.#t,t,this.#u(t),this.#e.now))}#c(e,t){let n=this.#i(e),r=this.#l(n),i=t===void 0?void 0:bn(r,t.phase,t.generation,this.#e.now);this.#e.put(hn(this.#t,n,r,i))}#l({index:e=0}){return this.#r[e]?.resources??[]}#u(e){if(e.phase.kind!==`refused`)return[];let{refusal:t}=e.phase,n=this.#l(e)[t.ordinal];return n===void 0?[]:[gn(n,t,this.#e.now)]}#d(e){let{generation:t}=this.#t.metadata;return e.map(e=>({...e,observedGeneration:t,lastTransitionTime:this.#e.now}))}};function En(e,{placement:t,resources:n,clusters:r},i){let a=new Tn(e,B(t),r);e.at(-3600);for(let t of i)e.put(B(t));a.putPolicySnapshot(!0),a.takeSnapshot(i.map(e=>B(e)));for(let e of r)a.bind(e),a.putWork(e),a.reach(e,{kind:`available`});a.putPlacement(),e.at(0);for(let t of On(i,n))e.put(B(t,2));e.mark(`deploy`),e.at(.02),a.detectChange(),e.at(2),e.mark(`snapshot`),a.takeSnapshot(n.map(e=>B(e)));for(let e of r)a.hold(e,{kind:`undecided`});a.putPlacement(),e.at(2.05);for(let e of r.slice(1))a.hold(e,{kind:`blocked`});a.putPlacement();for(let[t,n]of r.entries()){let r=2.1+t;e.at(r),a.bind(n),a.putPlacement(),e.at(r+.1),a.putWork(n),a.reach(n,{kind:`applying`}),a.putPlacement(),e.at(r+.3),a.reach(n,{kind:`applied`}),a.putPlacement(),e.at(r+.9),a.reach(n,{kind:`available`}),a.putPlacement()}}function Dn(e,{placement:t,resources:n,clusters:r},i,a){let o=new Tn(e,B(t),r);e.at(0);for(let t of n)e.put(B(t));o.createPlacement(),e.mark(`deploy`),e.at(.03),o.putPolicySnapshot(!1),o.takeSnapshot(n.map(e=>B(e))),o.putPending(),e.at(.15);for(let e of r)o.hold(e,{kind:`undecided`});o.putPolicySnapshot(!0),o.putPlacement(),e.at(.4);for(let e of r)o.bind(e);o.putPlacement(),e.at(.6);for(let e of r)o.putWork(e),o.reach(e,{kind:`applying`});o.putPlacement(),e.at(1.1);for(let e of r)o.reach(e,e===i?{kind:`refused`,refusal:a(0)}:{kind:`available`});o.putPlacement();for(let t of[1,2])e.at(1.1+2*t),o.reach(i,{kind:`refused`,refusal:a(t)})}function On(e,t){let n=new Set(e.map(e=>JSON.stringify(e)));return t.filter(e=>!n.has(JSON.stringify(e)))}function kn(){let e=Z(`fleet/members.yaml`),t=e.map(({metadata:e})=>e.name),n=H(Q);n.at(-9e3),Pn(n,e);let r=H(Q),i=Z(`storefront/app.yaml`);En(r,{...jn(`storefront`),resources:i,clusters:t},i.map(Mn));let a=H(Q);return Dn(a,{...jn(`billing`),resources:Z(`billing/app.yaml`),clusters:t},`oslo`,Nn),[...n.events,...r.events,...a.events].toSorted((e,t)=>Date.parse(e.t)-Date.parse(t.t))}function An(){return[`storefront/app.yaml`,`storefront/placement.yaml`,`billing/app.yaml`,`billing/placement.yaml`].flatMap(Z)}function Z(e){let t=b.find(t=>t.path===e);if(t===void 0)throw Error(`the sample repository has no ${e}`);return ae.p(t.text,e).objects}const Q=`2026-11-02T09:00:00Z`;function jn(e){let[t]=Z(`${e}/placement.yaml`);if(t===void 0)throw Error(`the sample repository has no placement for ${e}`);return{placement:t}}function Mn(e){return JSON.parse(JSON.stringify(e).replace(`shop/storefront:1.5.0`,`shop/storefront:1.4.2`))}function Nn(e){let t=(824644018656+e*8e3).toString(16);return{ordinal:1,reason:`FailedToTakeOver`,message:`Failed to apply the manifest (error: failed to take over a pre-existing object: the object is already owned by some other sources(s) and co-ownership is disallowed (existingOwnerRefs: [${`{APIVersion:apps/v1 Kind:Deployment Name:flag-operator UID:5f0c6a52-9d0e-4c1b-8a37-2b1f6f0f3d11 Controller:0x${t}8 BlockOwnerDeletion:0x${t}9}`}]))`}}function Pn(e,t){for(let n of t){let{name:t}=n.metadata,r=`fleet-member-${t}`,i={apiVersion:`cluster.kubernetes-fleet.io/v1beta1`,kind:`MemberCluster`,name:t,uid:U(n),controller:!0};e.put({...n,apiVersion:`cluster.kubernetes-fleet.io/v1beta1`,metadata:{...n.metadata,generation:1,finalizers:[`kubernetes-fleet.io/membercluster-finalizer`]}}),e.put({apiVersion:`v1`,kind:`Namespace`,metadata:{name:r,labels:{"kubernetes-fleet.io/is-fleet-resource":`true`,"kubernetes.io/metadata.name":r},ownerReferences:[i]},spec:{finalizers:[`kubernetes`]},status:{phase:`Active`}});let{conditions:a,...o}=n.status;e.put({apiVersion:`cluster.kubernetes-fleet.io/v1beta1`,kind:`InternalMemberCluster`,metadata:{name:t,namespace:r,generation:1,ownerReferences:[i]},spec:{heartbeatPeriodSeconds:_.i(n,`spec`,`heartbeatPeriodSeconds`)??60,state:`Join`},status:o})}}async function Fn(e,t){let n=await qt(),r=ee.t(`demo`);try{let i=(0,y.join)(r.path,`kubeconfig`);await(0,le.writeFile)(i,n.kubeconfig(),{mode:384});let a=await p.i({kubeconfig:i,env:{},wallClock:()=>Date.now()}),o=m.Rt({targets:[],manifests:An()}),s=/* @__PURE__ */ new Set,c=new AbortController,l=p.F.now(),u=()=>p.F.sleep(12e4,AbortSignal.any([c.signal,t]));n.play(kn(),{onMark:e=>e===`snapshot`?u():void 0});let d=t=>{for(let{object:n,summary:r}of In(a.state(),t.state.placements)){let t=f.b(n);s.has(t)||(s.add(t),c.abort(),e.aside(`kubectl wait would have said "condition met" here: ${t} is Available, at its current generation. The gate waits: ${r}.`))}let{at:n,changes:r,awaiting:i,state:u}=t,d={at:n,now:n,changes:r,awaiting:i,gated:u.placements,elapsed:p.F.now()-l,timeout:o.options.timeout};for(let t of g.n(d))e.line(t)};try{return{report:await h.t({reader:a,clock:p.F,expectation:o,onProgress:d,signal:t}),falselyGreen:[...s]}}finally{await a.close()}}finally{await n.close(),r.remove()}}function In(e,t){return t.filter(({object:t,verdict:n})=>{let r=e.get({group:f.c,kind:t.kind},t.namespace,t.name);return n!==`passed`&&r!==void 0&&Xt(r,`ClusterResourcePlacementAvailable`)})}async function Ln(e,{out:t=`fleet-gate-demo.md`,style:o=r.t}={}){await n.S([`markdown`]),t!==`-`&&a.t((0,y.resolve)(e.cwd,t),`--out ${t}`);let s=e.stdout.isTTY?e.stdout.columns:void 0,c=(t=``)=>e.stdout.write(`${t}\n`),l=t=>{e.stdout.write(n.C(Rn(t),`text`,{style:o,...s===void 0?{}:{width:s}})),c()},u=(e,t)=>c(`${o.bold(e)}\n${o.dim(t)}\n`),d=de();c(`A shop with three clusters and a repository with ten planted faults, all built in: no cluster, no network.
`),u(`1. What the hub would say, before the deploy`,`fleet-gate lint --clusters fleet/members.yaml .`);let f=await fe(d);l({command:`lint`,lint:f}),u(`2. What the scheduler would pick`,`fleet-gate plan --clusters fleet/members.yaml .`);let p=pe(d);l({command:`plan`,plan:p}),u(`3. The gate, after the deploy of storefront (a new image) and billing (new)`,`fleet-gate wait --manifests storefront --manifests billing   (the hub is an API server of this process that plays what KubeFleet writes)`);let m=await Fn({line:c,aside:e=>c(`\n${o.yellow(r.l(`>>> ${e}`,s,4))}\n`)},e.signal);c(),l({command:`wait`,gate:m.report});let h=Rn({command:`demo`,lint:f,plan:p,gate:m.report});if(m.report.outcome===`cancelled`)return{exitCode:i.t.cancelled,report:h};zn(h,t,e,c);let g=Bn(f,m);for(let e of g)c(`The demo did not go as planted: ${e}`);return g.length>0?{exitCode:i.t.failed,report:h}:(c(`As planted: all ${me().length} faults found, storefront passed with its new content, billing failed and named why.`),{exitCode:i.t.passed,report:h})}function Rn(e){let[t,n]=e.gate===void 0?[`findings`,i.t.failed]:[e.gate.outcome,i.i(e.gate.outcome)];return{schema:i.r,tool:{name:`fleet-gate`,version:o.t},outcome:t,exitCode:n,...e}}function zn(e,t,r,i){let o=n.C(e,`markdown`);if(t===`-`)return r.stdout.write(o);let s=(0,y.resolve)(r.cwd,t);a.n(s,o,`--out ${t}`),i(`The same as a report: ${s}`)}function Bn(e,{report:t,falselyGreen:n}){let r=new Set(e.findings.map(({rule:e})=>e));return[...me().filter(e=>!r.has(e)).map(e=>`lint did not find ${e}`),...$(t,`storefront`)===`passed`?[]:[`storefront is ${$(t,`storefront`)}, not passed`],...$(t,`billing`)===`failed`?[]:[`billing is ${$(t,`billing`)}, not failed`],...t.placements.some(({diagnoses:e})=>e.some(({id:e})=>e===Vn))?[]:[`nothing was diagnosed as ${Vn}`],...n.includes(`ClusterResourcePlacement/storefront`)?[]:[`storefront was never green on its old content`]]}const Vn=`apply-owned-by-other-controller`;function $(e,t){return e.placements.find(({object:e})=>e.name===t)?.verdict??`not checked`}const Hn=async(e,r)=>{let[i,...a]=e.positionals,o=n.c(e,r);if(i===`approve`&&a.length===0){let{runApproveDemo:e}=await Promise.resolve().then(()=>require("./approve-demo.js"));return{exitCode:await e(r,e=>Un(e,r),o)}}if(i!==void 0)throw new t.t(`demo takes no argument but "approve", not "${e.positionals.join(` `)}"`);return Ln(r,{style:o,...se.w({out:e.value(`out`)})})};async function Un(e,t){if(t.runs===void 0)throw Error(`bug: the demo of a command needs a process that can run commands`);let{exitCode:n,closed:r}=await t.runs(e,t,oe.n);return await r,n}exports.a=H,exports.i=Tn,exports.n=Pn,exports.o=B,exports.r=Z,exports.runDemoCommand=Hn,exports.s=qt,exports.t=Q;