const e={"api-version-not-served":`## Example

\`policies.yaml\`

\`\`\`yaml
apiVersion: placement.kubefleet.dev/v1
kind: PlacementPolicy
metadata:
  name: in-a-version-nobody-has
  namespace: shop
---
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterPlacementPolicy
metadata:
  name: in-the-older-group
---
apiVersion: placement.kubefleet.dev/v1alpha1
kind: PlacementPolcy
metadata:
  name: with-a-typo
  namespace: shop
---
apiVersion: placement.kubefleet.dev/v1alpha1
kind: ClusterResourcePlacement
metadata:
  name: in-the-newer-group
\`\`\`

fleet-gate says:

\`\`\`text
FAILED: policies.yaml:1:13 The hub does not serve PlacementPolicy in version placement.kubefleet.dev/v1 (and 3 more findings); 2 KubeFleet objects not evaluated: PlacementPolcy/shop/with-a-typo, ClusterResourcePlacement/in-the-newer-group
  first: Write apiVersion: placement.kubefleet.dev/v1alpha1.
  4 errors \u00b7 2 not evaluated in 4 documents of 1 file, hub main

policies.yaml
  1:13  error  The hub does not serve PlacementPolicy in version placement.kubefleet.dev/v1.
      PlacementPolicy/shop/in-a-version-nobody-has \u00b7 api-version-not-served \u00b7 the hub refuses it
      do: Write apiVersion: placement.kubefleet.dev/v1alpha1.
      https://fleet-gate.github.io/fleet-gate/rules/api-version-not-served
      https://kubefleet.dev/docs/api-reference/
  7:13  error  The hub does not serve ClusterPlacementPolicy in version placement.kubernetes-fleet.io/v1beta1.
      ClusterPlacementPolicy/in-the-older-group \u00b7 api-version-not-served \u00b7 the hub refuses it
      do: Write apiVersion: placement.kubefleet.dev/v1alpha1.
      https://fleet-gate.github.io/fleet-gate/rules/api-version-not-served
      https://kubefleet.dev/docs/api-reference/
  13:7  error  The hub does not serve PlacementPolcy in version placement.kubefleet.dev/v1alpha1.
      PlacementPolcy/shop/with-a-typo \u00b7 api-version-not-served \u00b7 the hub refuses it
      do: Write kind: PlacementPolicy.
      https://fleet-gate.github.io/fleet-gate/rules/api-version-not-served
      https://kubefleet.dev/docs/api-reference/
  18:13  error  The hub does not serve ClusterResourcePlacement in version placement.kubefleet.dev/v1alpha1.
      ClusterResourcePlacement/in-the-newer-group \u00b7 api-version-not-served \u00b7 the hub refuses it
      do: Write apiVersion: placement.kubernetes-fleet.io/v1.
      https://fleet-gate.github.io/fleet-gate/rules/api-version-not-served
      https://kubefleet.dev/docs/api-reference/

not checked
  policies.yaml:12  PlacementPolcy/shop/with-a-typo: this program does not know this kind of KubeFleet, so the object was not checked
  policies.yaml:18  ClusterResourcePlacement/in-the-newer-group: this program does not know this kind of KubeFleet in group placement.kubefleet.dev, so the object was not checked

FAILED: policies.yaml:1:13 The hub does not serve PlacementPolicy in version placement.kubefleet.dev/v1 (and 3 more findings); 2 KubeFleet objects not evaluated: PlacementPolcy/shop/with-a-typo, ClusterResourcePlacement/in-the-newer-group
\`\`\``,"api-version-removed":`## Example

\`bad.yaml\`

\`\`\`yaml
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata:
  name: shop
spec:
  resourceSelectors:
    - {group: "", version: v1, kind: Namespace, name: shop}
    - {group: apiextensions.k8s.io, version: v1, kind: CustomResourceDefinition, name: widgets.example.com}
---
apiVersion: v1
kind: Namespace
metadata: {name: shop}
---
apiVersion: extensions/v1beta1
kind: Ingress
metadata: {name: web, namespace: shop}
---
apiVersion: policy/v1beta1
kind: PodDisruptionBudget
metadata: {name: web, namespace: shop}
---
apiVersion: apiextensions.k8s.io/v1beta1
kind: CustomResourceDefinition
metadata: {name: widgets.example.com}
---
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterResourceEnvelope
metadata: {name: shop}
data:
  psp:
    apiVersion: policy/v1beta1
    kind: PodSecurityPolicy
    metadata: {name: restricted}
  role:
    apiVersion: rbac.authorization.k8s.io/v1beta1
    kind: ClusterRole
    metadata: {name: reader}
\`\`\`

fleet-gate says:

\`\`\`text
FAILED: bad.yaml:14:13 Kubernetes 1.22 and later do not serve extensions/v1beta1 of this kind, so the hub refuses Ingress/shop/web (and 4 more findings)
  first: Write apiVersion: networking.k8s.io/v1, and check its fields.
  5 errors in 6 documents of 1 file, hub v0.3

bad.yaml
  14:13  error  Kubernetes 1.22 and later do not serve extensions/v1beta1 of this kind, so the hub refuses Ingress/shop/web.
      Ingress/shop/web \u00b7 api-version-removed \u00b7 the hub refuses it
      do: Write apiVersion: networking.k8s.io/v1, and check its fields.
      https://fleet-gate.github.io/fleet-gate/rules/api-version-removed
      https://kubernetes.io/docs/reference/using-api/deprecation-guide/
  18:13  error  Kubernetes 1.25 and later do not serve policy/v1beta1 of this kind, so the hub refuses PodDisruptionBudget/shop/web.
      PodDisruptionBudget/shop/web \u00b7 api-version-removed \u00b7 the hub refuses it
      do: Write apiVersion: policy/v1, and check its fields.
      https://fleet-gate.github.io/fleet-gate/rules/api-version-removed
      https://kubernetes.io/docs/reference/using-api/deprecation-guide/
  22:13  error  Kubernetes 1.22 and later do not serve apiextensions.k8s.io/v1beta1 of this kind, so the hub refuses CustomResourceDefinition/widgets.example.com.
      CustomResourceDefinition/widgets.example.com \u00b7 api-version-removed \u00b7 the hub refuses it
      do: Write apiVersion: apiextensions.k8s.io/v1, and check its fields.
      https://fleet-gate.github.io/fleet-gate/rules/api-version-removed
      https://kubernetes.io/docs/reference/using-api/deprecation-guide/
  31:17  error  Kubernetes 1.25 and later do not serve policy/v1beta1 of this kind, so every cluster refuses PodSecurityPolicy/restricted.
      ClusterResourceEnvelope/shop \u00b7 api-version-removed \u00b7 the hub accepts it, and it fails at run time
      do: Remove the object: the kind no longer exists.
      https://fleet-gate.github.io/fleet-gate/rules/api-version-removed
      https://kubernetes.io/docs/reference/using-api/deprecation-guide/
  35:17  error  Kubernetes 1.22 and later do not serve rbac.authorization.k8s.io/v1beta1 of this kind, so every cluster refuses ClusterRole/reader.
      ClusterResourceEnvelope/shop \u00b7 api-version-removed \u00b7 the hub accepts it, and it fails at run time
      do: Write apiVersion: rbac.authorization.k8s.io/v1, and check its fields.
      https://fleet-gate.github.io/fleet-gate/rules/api-version-removed
      https://kubernetes.io/docs/reference/using-api/deprecation-guide/

FAILED: bad.yaml:14:13 Kubernetes 1.22 and later do not serve extensions/v1beta1 of this kind, so the hub refuses Ingress/shop/web (and 4 more findings)
\`\`\``,"apply-without-force":`## Example

\`bad.yaml\`

\`\`\`yaml
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata:
  name: shop
spec:
  resourceSelectors:
    - { group: "", version: v1, kind: Namespace, name: shop }
  strategy:
    applyStrategy:
      type: ServerSideApply
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: cart
  namespace: shop
spec:
  selector:
    matchLabels: { app: cart }
  template:
    metadata:
      labels: { app: cart }
    spec:
      containers:
        - name: main
          image: cart:1.0
---
# The manifests of the workload are elsewhere; the selector names its kind.
apiVersion: placement.kubernetes-fleet.io/v1
kind: ResourcePlacement
metadata:
  name: pay
  namespace: pay
spec:
  resourceSelectors:
    - { group: apps, version: v1, kind: StatefulSet, name: pay }
  strategy:
    applyStrategy:
      type: ServerSideApply
      serverSideApplyConfig:
        force: false
---
# What an envelope holds is applied in the same way.
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata:
  name: limits
spec:
  resourceSelectors:
    - { group: "", version: v1, kind: Namespace, name: limits }
  strategy:
    applyStrategy:
      type: ServerSideApply
---
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ResourceEnvelope
metadata:
  name: bundle
  namespace: limits
data:
  quota.yaml:
    apiVersion: v1
    kind: ResourceQuota
    metadata:
      name: team
      namespace: limits
    spec:
      hard:
        pods: "10"
\`\`\`

fleet-gate says:

\`\`\`text
PASSED with 3 warnings: bad.yaml:10:13 Changes of Deployment can be refused on the clusters: server-side apply without force conflicts with earlier writes of KubeFleet itself (and 2 more findings)
  3 warnings in 5 documents of 1 file, hub v0.3
  depends on 4 objects from elsewhere: Namespace/limits for ClusterResourcePlacement/limits, Namespace/pay for ResourcePlacement/pay and 2 more

bad.yaml
  10:13  warning  Changes of Deployment can be refused on the clusters: server-side apply without force conflicts with earlier writes of KubeFleet itself.
      ClusterResourcePlacement/shop \u00b7 apply-without-force \u00b7 accepted, but without the intended effect
      do: Set \`serverSideApplyConfig.force: true\`, or use the default \`ClientSideApply\`.
      https://fleet-gate.github.io/fleet-gate/rules/apply-without-force
      https://kubefleet.dev/docs/troubleshooting/placementapplied
  39:13  warning  Changes of StatefulSet can be refused on the clusters: server-side apply without force conflicts with earlier writes of KubeFleet itself.
      ResourcePlacement/pay/pay \u00b7 apply-without-force \u00b7 accepted, but without the intended effect
      do: Set \`serverSideApplyConfig.force: true\`, or use the default \`ClientSideApply\`.
      https://fleet-gate.github.io/fleet-gate/rules/apply-without-force
      https://kubefleet.dev/docs/troubleshooting/placementapplied
  53:13  warning  Changes of ResourceQuota can be refused on the clusters: server-side apply without force conflicts with earlier writes of KubeFleet itself.
      ClusterResourcePlacement/limits \u00b7 apply-without-force \u00b7 accepted, but without the intended effect
      do: Set \`serverSideApplyConfig.force: true\`, or use the default \`ClientSideApply\`.
      https://fleet-gate.github.io/fleet-gate/rules/apply-without-force
      https://kubefleet.dev/docs/troubleshooting/placementapplied

needed from elsewhere (not in these files)
  Namespace/limits for ClusterResourcePlacement/limits: it is not in these files, and the placement selects it
  Namespace/pay for ResourcePlacement/pay: the Namespace is not in these files, and none of their placements selects it
  Namespace/shop for ClusterResourcePlacement/shop: it is not in these files, and the placement selects it
  StatefulSet/pay/pay for ResourcePlacement/pay: it is not in these files, and the placement selects it

PASSED with 3 warnings: bad.yaml:10:13 Changes of Deployment can be refused on the clusters: server-side apply without force conflicts with earlier writes of KubeFleet itself (and 2 more findings)
\`\`\``,"approval-in-manifests":`## Example

\`bad.yaml\`

\`\`\`yaml
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterApprovalRequest
metadata:
  name: web-1-before-canary
spec:
  parentStageRollout: web-1
  targetStage: canary
\`\`\`

fleet-gate says:

\`\`\`text
PASSED with 1 warning: bad.yaml:2:7 This ClusterApprovalRequest in git approves nothing: the hub creates it, and applying a manifest does not write its status
  1 warning in 1 document of 1 file, hub v0.3

bad.yaml
  2:7  warning  This ClusterApprovalRequest in git approves nothing: the hub creates it, and applying a manifest does not write its status.
      ClusterApprovalRequest/web-1-before-canary \u00b7 approval-in-manifests \u00b7 accepted, but without the intended effect
      do: Remove it from git, and approve with \`kubectl fleet approve\` or a patch of the status subresource when the run asks.
      https://fleet-gate.github.io/fleet-gate/rules/approval-in-manifests
      https://kubefleet.dev/docs/how-tos/staged-update/
\`\`\``,"asks-for-no-cluster":`## Example

\`bad.yaml\`

\`\`\`yaml
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterResourcePlacement
metadata:
  name: storefront
spec:
  policy:
    placementType: PickN
    numberOfClusters: 0
  resourceSelectors:
    - group: ""
      version: v1
      kind: Namespace
      name: shop
---
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ResourcePlacement
metadata:
  name: storefront
  namespace: shop
spec:
  policy:
    placementType: PickFixed
    clusterNames: []
  resourceSelectors:
    - {group: apps, version: v1, kind: Deployment, name: web}
\`\`\`

fleet-gate says:

\`\`\`text
FAILED: bad.yaml:23:5 PickFixed does not name a cluster, so the hub never schedules this placement (and 1 more finding)
  first: Ask for at least one cluster. To remove the content from all clusters, delete the placement.
  1 error \u00b7 1 warning in 2 documents of 1 file, hub v0.3
  depends on 2 objects from elsewhere: Deployment/shop/web for ResourcePlacement/storefront, Namespace/shop for ClusterResourcePlacement/storefront and 1 more

bad.yaml
  23:5  error  PickFixed does not name a cluster, so the hub never schedules this placement.
      ResourcePlacement/shop/storefront \u00b7 asks-for-no-cluster \u00b7 the hub accepts it, and it fails at run time
      do: Ask for at least one cluster. To remove the content from all clusters, delete the placement.
      https://fleet-gate.github.io/fleet-gate/rules/asks-for-no-cluster
      https://kubefleet.dev/docs/troubleshooting/placementscheduled
  8:23  warning  PickN asks for 0 clusters, so nothing is placed anywhere and the placement reports success.
      ClusterResourcePlacement/storefront \u00b7 asks-for-no-cluster \u00b7 accepted, but without the intended effect
      do: Ask for at least one cluster. To remove the content from all clusters, delete the placement.
      https://fleet-gate.github.io/fleet-gate/rules/asks-for-no-cluster
      https://kubefleet.dev/docs/troubleshooting/placementscheduled

needed from elsewhere (not in these files)
  Deployment/shop/web for ResourcePlacement/storefront: it is not in these files, and the placement selects it
  Namespace/shop for ClusterResourcePlacement/storefront and 1 more: it is not in these files, and the placement selects it
\`\`\``,"autoscaler-undone":`## Example

\`bad.yaml\`

\`\`\`yaml
apiVersion: v1
kind: Namespace
metadata: { name: shop }
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata: { name: shop }
spec:
  resourceSelectors:
    - { group: "", version: v1, kind: Namespace, name: shop }
  policy: { placementType: PickAll }
---
apiVersion: apps/v1
kind: Deployment
metadata: { name: cart, namespace: shop }
spec:
  replicas: 2
  selector: { matchLabels: { app: cart } }
  template:
    metadata: { labels: { app: cart } }
    spec:
      containers:
        - { name: cart, image: "registry.example/cart:1.0.0" }
---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: { name: cart, namespace: shop }
spec:
  scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: cart }
  minReplicas: 2
  maxReplicas: 20
---
# The hub fills in 1.
apiVersion: apps/v1
kind: StatefulSet
metadata: { name: queue, namespace: shop }
spec:
  serviceName: queue
  selector: { matchLabels: { app: cart } }
  template:
    metadata: { labels: { app: cart } }
    spec:
      containers:
        - { name: cart, image: "registry.example/cart:1.0.0" }
---
apiVersion: keda.sh/v1alpha1
kind: ScaledObject
metadata: { name: queue, namespace: shop }
spec:
  scaleTargetRef: { kind: StatefulSet, name: queue }
  maxReplicaCount: 10
---
# Nothing is filled in here, and the envelope has a number.
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ResourceEnvelope
metadata: { name: pay, namespace: shop }
data:
  pay.yaml:
    apiVersion: apps/v1
    kind: Deployment
    metadata: { name: pay, namespace: shop }
    spec:
      replicas: 3
      selector: { matchLabels: { app: cart } }
      template:
        metadata: { labels: { app: cart } }
        spec: { containers: [{ name: pay, image: "registry.example/pay:1.0.0" }] }
  autoscaler.yaml:
    apiVersion: autoscaling/v1
    kind: HorizontalPodAutoscaler
    metadata: { name: pay, namespace: shop }
    spec: { scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: pay }, maxReplicas: 5 }
\`\`\`

fleet-gate says:

\`\`\`text
PASSED with 3 warnings: bad.yaml:17:3 At every apply KubeFleet sets \`replicas\` of Deployment/shop/cart back to 2, and HorizontalPodAutoscaler/shop/cart changes it again (and 2 more findings)
  3 warnings in 7 documents of 1 file, hub v0.3
  depends on 2 objects from elsewhere: CustomResourceDefinition/scaledobjects.keda.sh for ScaledObject/queue, Service/shop/queue for StatefulSet/queue

bad.yaml
  17:3  warning  At every apply KubeFleet sets \`replicas\` of Deployment/shop/cart back to 2, and HorizontalPodAutoscaler/shop/cart changes it again.
      Deployment/shop/cart \u00b7 autoscaler-undone \u00b7 accepted, but without the intended effect
      do: Remove the field with an override for all clusters (\`op: remove\`, \`path: /spec/replicas\`); it is not enough to remove it from the manifest. Do it when there is little load: a workload that is running may be scaled to 1 once, until the autoscaler raises it.
      see bad.yaml:29:19: the autoscaler
      https://fleet-gate.github.io/fleet-gate/rules/autoscaler-undone
      https://kubefleet.dev/docs/concepts/overrides/
  37:1  warning  At every apply KubeFleet sets \`replicas\` of StatefulSet/shop/queue back to 1, which the hub fills in, and ScaledObject/shop/queue changes it again.
      StatefulSet/shop/queue \u00b7 autoscaler-undone \u00b7 accepted, but without the intended effect
      do: Remove the field with an override for all clusters (\`op: remove\`, \`path: /spec/replicas\`); it is not enough to remove it from the manifest. Do it when there is little load: a workload that is running may be scaled to 1 once, until the autoscaler raises it.
      see bad.yaml:50:19: the autoscaler
      https://fleet-gate.github.io/fleet-gate/rules/autoscaler-undone
      https://kubefleet.dev/docs/concepts/overrides/
  63:7  warning  At every apply KubeFleet sets \`replicas\` of Deployment/shop/pay back to 3, and HorizontalPodAutoscaler/shop/pay changes it again.
      ResourceEnvelope/shop/pay \u00b7 autoscaler-undone \u00b7 accepted, but without the intended effect
      do: Remove \`replicas\` from the object in the envelope: the hub does not fill it in there. Do it when there is little load: a workload that is running may be scaled to 1 once, until the autoscaler raises it.
      see bad.yaml:72:29: the autoscaler
      https://fleet-gate.github.io/fleet-gate/rules/autoscaler-undone
      https://kubefleet.dev/docs/concepts/overrides/

needed from elsewhere (not in these files)
  CustomResourceDefinition/scaledobjects.keda.sh for ScaledObject/queue: there is no definition of kind ScaledObject in these files
  Service/shop/queue for StatefulSet/queue: it is not in these files

PASSED with 3 warnings: bad.yaml:17:3 At every apply KubeFleet sets \`replicas\` of Deployment/shop/cart back to 2, and HorizontalPodAutoscaler/shop/cart changes it again (and 2 more findings)
\`\`\``,"breaks-running-run":`## Example

\`base.yaml\`

\`\`\`yaml
apiVersion: cluster.kubernetes-fleet.io/v1
kind: MemberCluster
metadata:
  name: a
  labels:
    env: prod
spec: { identity: { kind: User, name: a, apiGroup: rbac.authorization.k8s.io } }
\`\`\`

\`members.yaml\`

\`\`\`yaml
apiVersion: cluster.kubernetes-fleet.io/v1
kind: MemberCluster
metadata:
  name: a
  labels:
    env: test
spec: { identity: { kind: User, name: a, apiGroup: rbac.authorization.k8s.io } }
\`\`\`

\`clusters.yaml\`

\`\`\`yaml
apiVersion: cluster.kubernetes-fleet.io/v1
kind: MemberCluster
metadata: { name: a, labels: { env: prod } }
spec: { identity: { kind: User, name: a, apiGroup: rbac.authorization.k8s.io } }
status:
  agentStatus:
    - type: MemberAgent
      lastReceivedHeartbeat: "2026-06-01T12:00:00Z"
      conditions:
        - { type: Joined, status: "True", lastTransitionTime: "2026-05-01T12:00:00Z" }
        - { type: Healthy, status: "True", lastTransitionTime: "2026-05-01T12:00:00Z" }
---
apiVersion: cluster.kubernetes-fleet.io/v1
kind: MemberCluster
metadata: { name: b, labels: { env: test } }
spec: { identity: { kind: User, name: b, apiGroup: rbac.authorization.k8s.io } }
status:
  agentStatus:
    - type: MemberAgent
      lastReceivedHeartbeat: "2026-06-01T12:00:00Z"
      conditions:
        - { type: Joined, status: "True", lastTransitionTime: "2026-05-01T12:00:00Z" }
        - { type: Healthy, status: "True", lastTransitionTime: "2026-05-01T12:00:00Z" }
---
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterSchedulingPolicySnapshot
metadata: { name: shop-0, labels: { kubernetes-fleet.io/parent-CRP: shop, kubernetes-fleet.io/is-latest-snapshot: "true", kubernetes-fleet.io/policy-index: "0" } }
spec: { policy: { placementType: PickAll } }
---
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterResourceBinding
metadata: { name: shop-a-1, labels: { kubernetes-fleet.io/parent-CRP: shop } }
spec: { targetCluster: a, state: Bound, schedulingPolicySnapshotName: shop-0 }
---
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterResourceBinding
metadata: { name: shop-b-1, labels: { kubernetes-fleet.io/parent-CRP: shop } }
spec: { targetCluster: b, state: Bound, schedulingPolicySnapshotName: shop-0 }
\`\`\`

fleet-gate says:

\`\`\`text
PASSED with 1 warning: members.yaml:6:5 ClusterStagedUpdateRun/shop-7 is in progress on the hub and fails because of this change: its new labels move a to another stage
  1 warning in 1 document of 1 file, hub v0.3

members.yaml
  6:5  warning  ClusterStagedUpdateRun/shop-7 is in progress on the hub and fails because of this change: its new labels move a to another stage.
      MemberCluster/a \u00b7 breaks-running-run \u00b7 the hub accepts it, and it fails at run time
      do: Apply the change after the run has ended, and create a new run for it.
      https://fleet-gate.github.io/fleet-gate/rules/breaks-running-run
      https://kubefleet.dev/docs/troubleshooting/stagedupdaterun
\`\`\``,"budget-blocks-evictions":`## Example

\`bad.yaml\`

\`\`\`yaml
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterResourcePlacement
metadata:
  name: storefront
spec:
  resourceSelectors:
    - group: ""
      version: v1
      kind: Namespace
      name: shop
---
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterResourcePlacementDisruptionBudget
metadata:
  name: storefront
spec:
  maxUnavailable: 1
---
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterResourcePlacementDisruptionBudget
metadata:
  name: orders
spec: {}
\`\`\`

fleet-gate says:

\`\`\`text
FAILED: bad.yaml:17:19 Placement storefront is PickAll, where a budget cannot have maxUnavailable (and 1 more finding)
  first: Write \`minAvailable\` as a number.
  1 error \u00b7 1 warning in 3 documents of 1 file, hub v0.3
  depends on 2 objects from elsewhere: ClusterResourcePlacement/orders for ClusterResourcePlacementDisruptionBudget/orders, Namespace/shop for ClusterResourcePlacement/storefront

bad.yaml
  17:19  error  Placement storefront is PickAll, where a budget cannot have maxUnavailable.
      ClusterResourcePlacementDisruptionBudget/storefront \u00b7 budget-blocks-evictions \u00b7 the hub accepts it, and it fails at run time
      do: Write \`minAvailable\` as a number.
      see bad.yaml:6:3: the policy of the placement
      https://fleet-gate.github.io/fleet-gate/rules/budget-blocks-evictions
      https://kubefleet.dev/docs/troubleshooting/clusterresourceplacementeviction
  23:1  warning  This budget has neither minAvailable nor maxUnavailable, so it blocks every eviction of orders.
      ClusterResourcePlacementDisruptionBudget/orders \u00b7 budget-blocks-evictions \u00b7 accepted, but without the intended effect
      do: Write \`minAvailable\` as a number.
      https://fleet-gate.github.io/fleet-gate/rules/budget-blocks-evictions
      https://kubefleet.dev/docs/troubleshooting/clusterresourceplacementeviction

needed from elsewhere (not in these files)
  ClusterResourcePlacement/orders for ClusterResourcePlacementDisruptionBudget/orders: it is not in these files, and the hub must have it
  Namespace/shop for ClusterResourcePlacement/storefront: it is not in these files, and the placement selects it
\`\`\``,"budget-placement-missing":`## Example

\`bad.yaml\`

\`\`\`yaml
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata: {name: storefront}
spec:
  resourceSelectors:
    - {group: "", version: v1, kind: Namespace, name: shop}
---
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ResourcePlacement
metadata: {name: ledger, namespace: shop}
spec:
  resourceSelectors:
    - {group: "", version: v1, kind: ConfigMap, name: settings}
---
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterResourcePlacementDisruptionBudget
metadata:
  name: storefornt
spec: {minAvailable: 1}
---
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterResourcePlacementDisruptionBudget
metadata:
  name: store-front
spec: {minAvailable: 1}
---
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterResourcePlacementDisruptionBudget
metadata:
  name: ledger
spec: {minAvailable: 1}
\`\`\`

fleet-gate says:

\`\`\`text
PASSED with 3 warnings: bad.yaml:18:9 There is no ClusterResourcePlacement storefornt in these manifests, so the budget protects nothing (and 2 more findings)
  3 warnings in 5 documents of 1 file, hub v0.3
  depends on 2 objects from elsewhere: ConfigMap/shop/settings for ResourcePlacement/ledger, Namespace/shop for ClusterResourcePlacement/storefront and 1 more

bad.yaml
  18:9  warning  There is no ClusterResourcePlacement storefornt in these manifests, so the budget protects nothing.
      ClusterResourcePlacementDisruptionBudget/storefornt \u00b7 budget-placement-missing \u00b7 accepted, but without the intended effect
      do: Did you mean storefront?
      https://fleet-gate.github.io/fleet-gate/rules/budget-placement-missing
      https://kubefleet.dev/docs/concepts/eviction/
  24:9  warning  There is no ClusterResourcePlacement store-front in these manifests, so the budget protects nothing.
      ClusterResourcePlacementDisruptionBudget/store-front \u00b7 budget-placement-missing \u00b7 accepted, but without the intended effect
      do: Did you mean storefront?
      https://fleet-gate.github.io/fleet-gate/rules/budget-placement-missing
      https://kubefleet.dev/docs/concepts/eviction/
  30:9  warning  Budgets apply only to ClusterResourcePlacements, but ledger is a ResourcePlacement: this budget protects nothing.
      ClusterResourcePlacementDisruptionBudget/ledger \u00b7 budget-placement-missing \u00b7 accepted, but without the intended effect
      do: Name the budget after its ClusterResourcePlacement.
      https://fleet-gate.github.io/fleet-gate/rules/budget-placement-missing
      https://kubefleet.dev/docs/concepts/eviction/

needed from elsewhere (not in these files)
  ConfigMap/shop/settings for ResourcePlacement/ledger: it is not in these files, and the placement selects it
  Namespace/shop for ClusterResourcePlacement/storefront and 1 more: it is not in these files, and the placement selects it
\`\`\``,"change-without-run":`## Example

\`base.yaml\`

\`\`\`yaml
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata: { name: shop }
spec:
  resourceSelectors: [{ group: "", version: v1, kind: Namespace, name: shop }]
  strategy: { type: External }
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ResourcePlacement
metadata: { name: banner, namespace: press }
spec:
  resourceSelectors: [{ group: "", version: v1, kind: ConfigMap, name: banner }]
  strategy: { type: External }
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata: { name: roles }
spec:
  resourceSelectors: [{ group: rbac.authorization.k8s.io, version: v1, kind: ClusterRole, name: reader }]
  strategy: { type: External }
---
{ apiVersion: v1, kind: Namespace, metadata: { name: shop } }
---
{ apiVersion: v1, kind: ConfigMap, metadata: { name: settings, namespace: shop }, data: { colour: blue } }
---
{ apiVersion: v1, kind: ConfigMap, metadata: { name: banner, namespace: press }, data: { text: hello } }
---
{ apiVersion: rbac.authorization.k8s.io/v1, kind: ClusterRole, metadata: { name: reader } }
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterStagedUpdateRun
metadata: { name: shop-1 }
spec: { placementName: shop, stagedRolloutStrategyName: waves, state: Run }
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterStagedUpdateRun
metadata: { name: roles-1 }
spec: { placementName: roles, stagedRolloutStrategyName: waves, state: Run }
\`\`\`

\`shop.yaml\`

\`\`\`yaml
# A ConfigMap in the namespace, a ConfigMap no run is for, and a policy: all three wait on the hub.
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata: { name: shop }
spec:
  resourceSelectors: [{ group: "", version: v1, kind: Namespace, name: shop }]
  strategy: { type: External }
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ResourcePlacement
metadata: { name: banner, namespace: press }
spec:
  resourceSelectors: [{ group: "", version: v1, kind: ConfigMap, name: banner }]
  strategy: { type: External }
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata: { name: roles }
spec:
  resourceSelectors: [{ group: rbac.authorization.k8s.io, version: v1, kind: ClusterRole, name: reader }]
  policy: { placementType: PickFixed, clusterNames: [oslo] }
  strategy: { type: External }
---
{ apiVersion: v1, kind: Namespace, metadata: { name: shop } }
---
{ apiVersion: v1, kind: ConfigMap, metadata: { name: settings, namespace: shop }, data: { colour: green } }
---
{ apiVersion: v1, kind: ConfigMap, metadata: { name: banner, namespace: press }, data: { text: good evening } }
---
{ apiVersion: rbac.authorization.k8s.io/v1, kind: ClusterRole, metadata: { name: reader } }
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterStagedUpdateRun
metadata: { name: shop-1 }
spec: { placementName: shop, stagedRolloutStrategyName: waves, state: Run }
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterStagedUpdateRun
metadata: { name: roles-1 }
spec: { placementName: roles, stagedRolloutStrategyName: waves, state: Run }
\`\`\`

fleet-gate says:

\`\`\`text
PASSED with 2 warnings and 1 notice: shop.yaml:7:21 There is no new ClusterStagedUpdateRun for shop: with External, only a run rolls out the change of ConfigMap/shop/settings (and 2 more findings)
  2 warnings \u00b7 1 notice in 9 documents of 1 file, hub v0.3
  depends on 2 objects from elsewhere: ClusterStagedUpdateStrategy/waves for ClusterStagedUpdateRun/shop-1 and 1 more, Namespace/press for ResourcePlacement/banner

shop.yaml
  7:21  warning  There is no new ClusterStagedUpdateRun for shop: with External, only a run rolls out the change of ConfigMap/shop/settings.
      ClusterResourcePlacement/shop \u00b7 change-without-run \u00b7 accepted, but without the intended effect
      do: Add an update run with a new name for the placement, and apply it after the change is on the hub.
      see shop.yaml:26:1: ConfigMap/shop/settings changes
      https://fleet-gate.github.io/fleet-gate/rules/change-without-run
      https://kubefleet.dev/docs/how-tos/staged-update/
  22:21  warning  There is no new ClusterStagedUpdateRun for roles: with External, only a run rolls out the change of its policy.
      ClusterResourcePlacement/roles \u00b7 change-without-run \u00b7 accepted, but without the intended effect
      do: Add an update run with a new name for the placement, and apply it after the change is on the hub.
      https://fleet-gate.github.io/fleet-gate/rules/change-without-run
      https://kubefleet.dev/docs/how-tos/staged-update/
  14:21  notice  There is no new StagedUpdateRun for banner: with External, only a run rolls out the change of ConfigMap/press/banner.
      ResourcePlacement/press/banner \u00b7 change-without-run \u00b7 worth knowing
      do: Add an update run with a new name for the placement, and apply it after the change is on the hub.
      see shop.yaml:28:1: ConfigMap/press/banner changes
      https://fleet-gate.github.io/fleet-gate/rules/change-without-run
      https://kubefleet.dev/docs/how-tos/staged-update/

needed from elsewhere (not in these files)
  ClusterStagedUpdateStrategy/waves for ClusterStagedUpdateRun/shop-1 and 1 more: it is not in these files, and the hub must have it
  Namespace/press for ResourcePlacement/banner: the Namespace is not in these files, and none of their placements selects it

PASSED with 2 warnings and 1 notice: shop.yaml:7:21 There is no new ClusterStagedUpdateRun for shop: with External, only a run rolls out the change of ConfigMap/shop/settings (and 2 more findings)
\`\`\``,"cluster-label-unknown":`## Example

\`placements.yaml\`

\`\`\`yaml
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata:
  name: value
spec:
  resourceSelectors:
    - {group: "", version: v1, kind: Namespace, name: value}
  policy:
    placementType: PickAll
    affinity:
      clusterAffinity:
        requiredDuringSchedulingIgnoredDuringExecution:
          clusterSelectorTerms:
            - labelSelector:
                matchLabels:
                  env: production
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata:
  name: key-slip
spec:
  resourceSelectors:
    - {group: "", version: v1, kind: Namespace, name: key-slip}
  policy:
    placementType: PickAll
    affinity:
      clusterAffinity:
        requiredDuringSchedulingIgnoredDuringExecution:
          clusterSelectorTerms:
            - labelSelector:
                matchLabels:
                  regoin: europe
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata:
  name: key-of-another-value
spec:
  resourceSelectors:
    - {group: "", version: v1, kind: Namespace, name: key-of-another-value}
  policy:
    placementType: PickAll
    affinity:
      clusterAffinity:
        requiredDuringSchedulingIgnoredDuringExecution:
          clusterSelectorTerms:
            - labelSelector:
                matchLabels:
                  stage: prod
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata:
  name: one-alternative-of-two
spec:
  resourceSelectors:
    - {group: "", version: v1, kind: Namespace, name: one-alternative-of-two}
  policy:
    placementType: PickAll
    affinity:
      clusterAffinity:
        requiredDuringSchedulingIgnoredDuringExecution:
          clusterSelectorTerms:
            - labelSelector: {matchLabels: {env: prod}}
            - labelSelector:
                matchExpressions:
                  - key: region
                    operator: In
                    values:
                      - asia
                      - america
                  - key: gpus
                    operator: Exists
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata:
  name: excluded
spec:
  resourceSelectors:
    - {group: "", version: v1, kind: Namespace, name: excluded}
  policy:
    placementType: PickAll
    affinity:
      clusterAffinity:
        requiredDuringSchedulingIgnoredDuringExecution:
          clusterSelectorTerms:
            - labelSelector:
                matchExpressions:
                  - key: env
                    operator: NotIn
                    values:
                      - tset
                  - {key: enviroment-of-nobody, operator: DoesNotExist}
                  - key: regions
                    operator: DoesNotExist
\`\`\`

\`clusters.yaml\`

\`\`\`yaml
apiVersion: cluster.kubernetes-fleet.io/v1
kind: MemberCluster
metadata:
  name: europe-1
  labels: {env: prod, region: europe, fleet.azure.com/location: westeurope}
spec:
  identity: {kind: ServiceAccount, name: agent, namespace: fleet-system}
status:
  agentStatus:
    - type: MemberAgent
      lastReceivedHeartbeat: "2026-06-01T12:00:00Z"
      conditions:
        - {type: Joined, status: "True", reason: Joined, lastTransitionTime: "2026-05-01T00:00:00Z"}
        - {type: Healthy, status: "True", reason: Healthy, lastTransitionTime: "2026-05-01T00:00:00Z"}
---
apiVersion: cluster.kubernetes-fleet.io/v1
kind: MemberCluster
metadata:
  name: europe-2
  labels: {env: prod, region: europe, gpu: "true", fleet.azure.com/location: westeurope}
spec:
  identity: {kind: ServiceAccount, name: agent, namespace: fleet-system}
status:
  agentStatus:
    - type: MemberAgent
      lastReceivedHeartbeat: "2026-06-01T12:00:00Z"
      conditions:
        - {type: Joined, status: "True", reason: Joined, lastTransitionTime: "2026-05-01T00:00:00Z"}
        - {type: Healthy, status: "True", reason: Healthy, lastTransitionTime: "2026-05-01T00:00:00Z"}
---
apiVersion: cluster.kubernetes-fleet.io/v1
kind: MemberCluster
metadata:
  name: asia-1
  labels: {env: test, region: asia, fleet.azure.com/location: eastasia}
spec:
  identity: {kind: ServiceAccount, name: agent, namespace: fleet-system}
status:
  agentStatus:
    - type: MemberAgent
      lastReceivedHeartbeat: "2026-06-01T12:00:00Z"
      conditions:
        - {type: Joined, status: "True", reason: Joined, lastTransitionTime: "2026-05-01T00:00:00Z"}
        - {type: Healthy, status: "True", reason: Healthy, lastTransitionTime: "2026-05-01T00:00:00Z"}
\`\`\`

fleet-gate says:

\`\`\`text
PASSED with 4 warnings and 3 notices: placements.yaml:33:27 No member cluster has label regoin, so no cluster meets this requirement (and 6 more findings)
  4 warnings \u00b7 3 notices in 5 documents of 1 file, hub v0.3
  depends on 5 objects from elsewhere: Namespace/excluded for ClusterResourcePlacement/excluded, Namespace/key-of-another-value for ClusterResourcePlacement/key-of-another-value and 3 more

placements.yaml
  33:27  warning  No member cluster has label regoin, so no cluster meets this requirement.
      ClusterResourcePlacement/key-slip \u00b7 cluster-label-unknown \u00b7 accepted, but without the intended effect
      do: Did you mean region?
      https://fleet-gate.github.io/fleet-gate/rules/cluster-label-unknown
      https://kubefleet.dev/docs/troubleshooting/placementscheduled
  73:26  warning  No member cluster has label gpus, so no cluster meets this requirement.
      ClusterResourcePlacement/one-alternative-of-two \u00b7 cluster-label-unknown \u00b7 accepted, but without the intended effect
      do: Did you mean gpu?
      https://fleet-gate.github.io/fleet-gate/rules/cluster-label-unknown
      https://kubefleet.dev/docs/troubleshooting/placementscheduled
  94:25  warning  No member cluster has label env=tset, so this excludes none; the existing values are prod, test.
      ClusterResourcePlacement/excluded \u00b7 cluster-label-unknown \u00b7 accepted, but without the intended effect
      do: Did you mean env=test?
      https://fleet-gate.github.io/fleet-gate/rules/cluster-label-unknown
      https://kubefleet.dev/docs/troubleshooting/placementscheduled
  96:26  warning  No member cluster has label regions, so this excludes no cluster.
      ClusterResourcePlacement/excluded \u00b7 cluster-label-unknown \u00b7 accepted, but without the intended effect
      do: Did you mean region?
      https://fleet-gate.github.io/fleet-gate/rules/cluster-label-unknown
      https://kubefleet.dev/docs/troubleshooting/placementscheduled
  16:24  notice  No member cluster has label env=production, so this matches none; the existing values are prod, test.
      ClusterResourcePlacement/value \u00b7 cluster-label-unknown \u00b7 worth knowing
      do: Did you mean env=prod?
      https://fleet-gate.github.io/fleet-gate/rules/cluster-label-unknown
      https://kubefleet.dev/docs/troubleshooting/placementscheduled
  50:26  notice  No member cluster has label stage, so no cluster meets this requirement.
      ClusterResourcePlacement/key-of-another-value \u00b7 cluster-label-unknown \u00b7 worth knowing
      do: Did you mean env?
      https://fleet-gate.github.io/fleet-gate/rules/cluster-label-unknown
      https://kubefleet.dev/docs/troubleshooting/placementscheduled
  72:25  notice  No member cluster has label region=america, so this matches none; the existing values are asia, europe.
      ClusterResourcePlacement/one-alternative-of-two \u00b7 cluster-label-unknown \u00b7 worth knowing
      do: Write the label as the member clusters have it
            kubectl get memberclusters --show-labels
          or add the label to the intended clusters.
      https://fleet-gate.github.io/fleet-gate/rules/cluster-label-unknown
      https://kubefleet.dev/docs/troubleshooting/placementscheduled

needed from elsewhere (not in these files)
  Namespace/excluded for ClusterResourcePlacement/excluded: it is not in these files, and the placement selects it
  Namespace/key-of-another-value for ClusterResourcePlacement/key-of-another-value: it is not in these files, and the placement selects it
  Namespace/key-slip for ClusterResourcePlacement/key-slip: it is not in these files, and the placement selects it
  Namespace/one-alternative-of-two for ClusterResourcePlacement/one-alternative-of-two: it is not in these files, and the placement selects it
  Namespace/value for ClusterResourcePlacement/value: it is not in these files, and the placement selects it

PASSED with 4 warnings and 3 notices: placements.yaml:33:27 No member cluster has label regoin, so no cluster meets this requirement (and 6 more findings)
\`\`\``,"cluster-property-unknown":`## Example

\`placements.yaml\`

\`\`\`yaml
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata:
  name: slip
spec:
  resourceSelectors:
    - {group: "", version: v1, kind: Namespace, name: slip}
  policy:
    placementType: PickAll
    affinity:
      clusterAffinity:
        requiredDuringSchedulingIgnoredDuringExecution:
          clusterSelectorTerms:
            - propertySelector:
                matchExpressions:
                  - name: kubernetes-fleet.io/node-counts
                    operator: Ge
                    values: ["2"]
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata:
  name: not-reported
spec:
  resourceSelectors:
    - {group: "", version: v1, kind: Namespace, name: not-reported}
  policy:
    placementType: PickAll
    affinity:
      clusterAffinity:
        requiredDuringSchedulingIgnoredDuringExecution:
          clusterSelectorTerms:
            - propertySelector:
                matchExpressions:
                  - name: resources.kubernetes-fleet.io/available-nvidia.com
                    operator: Ge
                    values: ["1"]
            - propertySelector:
                matchExpressions:
                  - name: kubernetes-fleet.io/node-count
                    operator: Ge
                    values: ["1"]
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata:
  name: cheapest
spec:
  resourceSelectors:
    - {group: "", version: v1, kind: Namespace, name: cheapest}
  policy:
    placementType: PickN
    numberOfClusters: 1
    affinity:
      clusterAffinity:
        preferredDuringSchedulingIgnoredDuringExecution:
          - weight: 50
            preference:
              propertySorter:
                name: kubernetes.azure.com/per-cpu-cost
                sortOrder: Ascending
\`\`\`

\`clusters.yaml\`

\`\`\`yaml
apiVersion: cluster.kubernetes-fleet.io/v1
kind: MemberCluster
metadata:
  name: europe-1
  labels: {env: prod}
spec:
  identity: {kind: ServiceAccount, name: agent, namespace: fleet-system}
status:
  properties:
    kubernetes-fleet.io/node-count: {value: "3", observationTime: "2026-06-01T12:00:00Z"}
    kubernetes.azure.com/per-cpu-core-cost: {value: "0.06", observationTime: "2026-06-01T12:00:00Z"}
  resourceUsage:
    capacity: {cpu: "8", memory: 32Gi}
    allocatable: {cpu: "7", memory: 30Gi}
    available: {cpu: "4", memory: 10Gi}
  agentStatus:
    - type: MemberAgent
      lastReceivedHeartbeat: "2026-06-01T12:00:00Z"
      conditions:
        - {type: Joined, status: "True", reason: Joined, lastTransitionTime: "2026-05-01T00:00:00Z"}
        - {type: Healthy, status: "True", reason: Healthy, lastTransitionTime: "2026-05-01T00:00:00Z"}
---
apiVersion: cluster.kubernetes-fleet.io/v1
kind: MemberCluster
metadata:
  name: asia-1
  labels: {env: test}
spec:
  identity: {kind: ServiceAccount, name: agent, namespace: fleet-system}
status:
  agentStatus:
    - type: MemberAgent
      lastReceivedHeartbeat: "2026-06-01T12:00:00Z"
      conditions:
        - {type: Joined, status: "True", reason: Joined, lastTransitionTime: "2026-05-01T00:00:00Z"}
        - {type: Healthy, status: "True", reason: Healthy, lastTransitionTime: "2026-05-01T00:00:00Z"}
\`\`\`

fleet-gate says:

\`\`\`text
PASSED with 3 warnings: placements.yaml:16:27 No member cluster reports kubernetes-fleet.io/node-counts: no cluster meets this requirement (and 2 more findings)
  3 warnings in 3 documents of 1 file, hub v0.3
  depends on 3 objects from elsewhere: Namespace/cheapest for ClusterResourcePlacement/cheapest, Namespace/not-reported for ClusterResourcePlacement/not-reported and 1 more

placements.yaml
  16:27  warning  No member cluster reports kubernetes-fleet.io/node-counts: no cluster meets this requirement.
      ClusterResourcePlacement/slip \u00b7 cluster-property-unknown \u00b7 accepted, but without the intended effect
      do: Did you mean kubernetes-fleet.io/node-count?
      https://fleet-gate.github.io/fleet-gate/rules/cluster-property-unknown
      https://kubefleet.dev/docs/troubleshooting/placementscheduled
  35:27  warning  No member cluster reports resources.kubernetes-fleet.io/available-nvidia.com: no cluster meets this requirement.
      ClusterResourcePlacement/not-reported \u00b7 cluster-property-unknown \u00b7 accepted, but without the intended effect
      do: Write a property as the member clusters report it in \`status.properties\` and \`status.resourceUsage\`:
            kubectl get membercluster NAME -o yaml
          shows them.
      https://fleet-gate.github.io/fleet-gate/rules/cluster-property-unknown
      https://kubefleet.dev/docs/troubleshooting/placementscheduled
  60:23  warning  No member cluster reports kubernetes.azure.com/per-cpu-cost: this preference has no effect.
      ClusterResourcePlacement/cheapest \u00b7 cluster-property-unknown \u00b7 accepted, but without the intended effect
      do: Write a property as the member clusters report it in \`status.properties\` and \`status.resourceUsage\`:
            kubectl get membercluster NAME -o yaml
          shows them.
      https://fleet-gate.github.io/fleet-gate/rules/cluster-property-unknown
      https://kubefleet.dev/docs/troubleshooting/placementscheduled

needed from elsewhere (not in these files)
  Namespace/cheapest for ClusterResourcePlacement/cheapest: it is not in these files, and the placement selects it
  Namespace/not-reported for ClusterResourcePlacement/not-reported: it is not in these files, and the placement selects it
  Namespace/slip for ClusterResourcePlacement/slip: it is not in these files, and the placement selects it

PASSED with 3 warnings: placements.yaml:16:27 No member cluster reports kubernetes-fleet.io/node-counts: no cluster meets this requirement (and 2 more findings)
\`\`\``,"cluster-selectors-not-acted-on":`## Example

\`bad.yaml\`

\`\`\`yaml
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  namespace: shop
  annotations:
    kubefleet.dev/cluster-selectors: region=eu,count=2
spec:
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec: { containers: [{ name: web, image: registry.example.com/web:1.0 }] }
\`\`\`

fleet-gate says:

\`\`\`text
PASSED with 1 warning: bad.yaml:7:38 No controller of KubeFleet acts on the annotation kubefleet.dev/cluster-selectors (region=eu,count=2) yet, so it places nothing
  1 warning in 1 document of 1 file (no KubeFleet objects), hub v0.3

bad.yaml
  7:38  warning  No controller of KubeFleet acts on the annotation kubefleet.dev/cluster-selectors (region=eu,count=2) yet, so it places nothing.
      Deployment/shop/web \u00b7 cluster-selectors-not-acted-on \u00b7 accepted, but without the intended effect
      do: Select the object in a ClusterResourcePlacement or a ResourcePlacement, and remove the annotation.
      https://fleet-gate.github.io/fleet-gate/rules/cluster-selectors-not-acted-on
      https://github.com/kubefleet-dev/kubefleet/pull/829
\`\`\``,"configmap-envelope":`## Example

\`bad.yaml\`

\`\`\`yaml
apiVersion: v1
kind: ConfigMap
metadata:
  name: quota-envelope
  namespace: shop
  annotations:
    kubernetes-fleet.io/envelope-configmap: "true"
data:
  quota.yaml: |
    apiVersion: v1
    kind: ResourceQuota
    metadata:
      name: pods
      namespace: shop
\`\`\`

fleet-gate says:

\`\`\`text
PASSED with 1 warning: bad.yaml:7:5 ConfigMap quota-envelope is placed as an ordinary ConfigMap; KubeFleet no longer treats it as an envelope
  1 warning in 1 document of 1 file (no KubeFleet objects), hub v0.3

bad.yaml
  7:5  warning  ConfigMap quota-envelope is placed as an ordinary ConfigMap; KubeFleet no longer treats it as an envelope.
      ConfigMap/shop/quota-envelope \u00b7 configmap-envelope \u00b7 accepted, but without the intended effect
      do: Move namespaced objects into a ResourceEnvelope and cluster-scoped objects into a ClusterResourceEnvelope.
      https://fleet-gate.github.io/fleet-gate/rules/configmap-envelope
      https://kubefleet.dev/docs/how-tos/envelope-object/
\`\`\``,"content-too-large":`## Example

\`bad.yaml\`

\`\`\`yaml
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ResourceEnvelope
metadata:
  name: large
  namespace: shop
data:
  models.yaml:
    apiVersion: models.example.com/v1
    kind: Model
    metadata: {name: large, namespace: shop}
    weights:
      a: &a "abcdefghijklmnopqrstuvwxyz0123456789-abcdefghijklmnopqrstuvwxyz0123456789-abcdefghijklmnopqrstuvwxyz0123456789-abcdefghijklmnopqrstuvwxyz0123456789-abcdefghijklmnopqrstuvwxyz0123456789-abcdefghijklmnopqrstuvwxyz0123456789-abcdefghijklmnopqrstuvwxyz0123456789-abcdefghijklmnopqrstuvwxyz0123456789-abcdefghijklmnopqrstuvwxyz0123456789-abcdefghijklmnopqrstuvwxyz0123456789-abcdefghijklmnopqrstuvwxyz0123"
      b: &b [*a, *a, *a, *a, *a, *a, *a, *a]
      c: &c [*b, *b, *b, *b, *b, *b, *b, *b]
      d: &d [*c, *c, *c, *c, *c, *c, *c, *c]
      e: [*d, *d, *d, *d, *d, *d, *d, *d]
\`\`\`

fleet-gate says:

\`\`\`text
FAILED: bad.yaml:6:1 ResourceEnvelope/shop/large takes 1.80 MiB in JSON, and etcd accepts at most 1.5 MiB
  1 error in 1 document of 1 file, hub v0.3

bad.yaml
  6:1  error  ResourceEnvelope/shop/large takes 1.80 MiB in JSON, and etcd accepts at most 1.5 MiB.
      ResourceEnvelope/shop/large \u00b7 content-too-large \u00b7 the hub accepts it, and it fails at run time
      do: Split its entries into several envelopes.
      https://fleet-gate.github.io/fleet-gate/rules/content-too-large
      https://kubefleet.dev/docs/concepts/crp/
\`\`\``,"controller-object-in-manifests":`## Example

\`bad.yaml\`

\`\`\`yaml
apiVersion: placement.kubernetes-fleet.io/v1
kind: Work
metadata:
  name: extra
  namespace: fleet-member-europe-1
spec:
  workload:
    manifests:
      - apiVersion: rbac.authorization.k8s.io/v1
        kind: ClusterRoleBinding
        metadata:
          name: extra
        roleRef:
          apiGroup: rbac.authorization.k8s.io
          kind: ClusterRole
          name: cluster-admin
        subjects:
          - kind: User
            name: mallory
            apiGroup: rbac.authorization.k8s.io
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourceBinding
metadata:
  name: shop-europe-1
  labels:
    kubernetes-fleet.io/parent-CRP: shop
spec:
  state: Bound
  targetCluster: europe-1
  resourceSnapshotName: shop-0-snapshot
---
apiVersion: cluster.kubernetes-fleet.io/v1
kind: InternalMemberCluster
metadata:
  name: europe-1
  namespace: fleet-member-europe-1
spec:
  state: Join
---
apiVersion: v1
kind: List
items:
  - apiVersion: placement.kubernetes-fleet.io/v1
    kind: ClusterResourceSnapshot
    metadata:
      name: shop-0-snapshot
    spec:
      selectedResources: []
\`\`\`

fleet-gate says:

\`\`\`text
FAILED: bad.yaml:2:7 This Work puts ClusterRoleBinding/extra on cluster europe-1, bypassing every placement; only KubeFleet's controllers write this kind (and 3 more findings)
  first: Remove the object from the manifests, and use a placement to deliver its content.
  4 errors in 4 documents of 1 file, hub v0.3

bad.yaml
  2:7  error  This Work puts ClusterRoleBinding/extra on cluster europe-1, bypassing every placement; only KubeFleet's controllers write this kind.
      Work/fleet-member-europe-1/extra \u00b7 controller-object-in-manifests \u00b7 accepted, but without the intended effect
      do: Remove the object from the manifests, and use a placement to deliver its content.
      https://fleet-gate.github.io/fleet-gate/rules/controller-object-in-manifests
      https://kubefleet.dev/docs/concepts/components/
  23:7  error  Only KubeFleet's controllers write objects of kind ClusterResourceBinding; they do not belong in manifests.
      ClusterResourceBinding/shop-europe-1 \u00b7 controller-object-in-manifests \u00b7 accepted, but without the intended effect
      do: Remove the object from the manifests, and use a placement to deliver its content.
      https://fleet-gate.github.io/fleet-gate/rules/controller-object-in-manifests
      https://kubefleet.dev/docs/concepts/components/
  34:7  error  Only KubeFleet's controllers write objects of kind InternalMemberCluster; they do not belong in manifests.
      InternalMemberCluster/fleet-member-europe-1/europe-1 \u00b7 controller-object-in-manifests \u00b7 accepted, but without the intended effect
      do: Remove the object from the manifests, and use a placement to deliver its content.
      https://fleet-gate.github.io/fleet-gate/rules/controller-object-in-manifests
      https://kubefleet.dev/docs/concepts/components/
  45:11  error  Only KubeFleet's controllers write objects of kind ClusterResourceSnapshot; they do not belong in manifests.
      ClusterResourceSnapshot/shop-0-snapshot \u00b7 controller-object-in-manifests \u00b7 accepted, but without the intended effect
      do: Remove the object from the manifests, and use a placement to deliver its content.
      https://fleet-gate.github.io/fleet-gate/rules/controller-object-in-manifests
      https://kubefleet.dev/docs/concepts/components/

FAILED: bad.yaml:2:7 This Work puts ClusterRoleBinding/extra on cluster europe-1, bypassing every placement; only KubeFleet's controllers write this kind (and 3 more findings)
\`\`\``,"crd-not-placed":`## Example

\`bad.yaml\`

\`\`\`yaml
# One definition is placed on fewer clusters than its objects, the other on none.
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterResourcePlacement
metadata:
  name: shop
spec:
  resourceSelectors:
    - { group: "", version: v1, kind: Namespace, name: shop }
    - { group: example.com, version: v1, kind: Region, name: europe }
  policy:
    placementType: PickFixed
    clusterNames: [amsterdam, oslo]
---
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterResourcePlacement
metadata:
  name: definitions
spec:
  resourceSelectors:
    - { group: apiextensions.k8s.io, version: v1, kind: CustomResourceDefinition, name: prices.example.com }
  policy:
    placementType: PickFixed
    clusterNames: [amsterdam]
---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: prices.example.com
spec:
  group: example.com
  scope: Namespaced
  names: { kind: Price, plural: prices }
  versions: [{ name: v1, served: true, storage: true }]
---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: regions.example.com
spec:
  group: example.com
  scope: Cluster
  names: { kind: Region, plural: regions }
  versions: [{ name: v1, served: true, storage: true }]
---
apiVersion: example.com/v1
kind: Price
metadata:
  name: bread
  namespace: shop
---
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ResourceEnvelope
metadata:
  name: prices
  namespace: shop
data:
  milk.yaml:
    apiVersion: example.com/v1
    kind: Price
    metadata: { name: milk, namespace: shop }
---
apiVersion: example.com/v1
kind: Region
metadata:
  name: europe
\`\`\`

fleet-gate says:

\`\`\`text
PASSED with 2 warnings and 1 notice: bad.yaml:46:7 CustomResourceDefinition/prices.example.com does not reach oslo, where shop goes, and a cluster without it cannot read the Price (and 2 more findings)
  2 warnings \u00b7 1 notice in 7 documents of 1 file, hub v0.3
  depends on 1 object from elsewhere: Namespace/shop for ClusterResourcePlacement/shop

bad.yaml
  46:7  warning  CustomResourceDefinition/prices.example.com does not reach oslo, where shop goes, and a cluster without it cannot read the Price.
      Price/shop/bread \u00b7 crd-not-placed \u00b7 accepted, but without the intended effect
      do: Select CustomResourceDefinition/prices.example.com in a ClusterResourcePlacement that goes to the same clusters.
      see bad.yaml:8:5: shop brings the object
      see bad.yaml:28:9: the definition
      https://fleet-gate.github.io/fleet-gate/rules/crd-not-placed
      https://kubefleet.dev/docs/troubleshooting/placementapplied
  59:11  warning  CustomResourceDefinition/prices.example.com does not reach oslo, where shop goes, and a cluster without it cannot read the Price.
      ResourceEnvelope/shop/prices \u00b7 crd-not-placed \u00b7 accepted, but without the intended effect
      do: Select CustomResourceDefinition/prices.example.com in a ClusterResourcePlacement that goes to the same clusters.
      see bad.yaml:8:5: shop brings the object
      see bad.yaml:28:9: the definition
      https://fleet-gate.github.io/fleet-gate/rules/crd-not-placed
      https://kubefleet.dev/docs/troubleshooting/placementapplied
  63:7  notice  No placement selects CustomResourceDefinition/regions.example.com, and a cluster without it cannot read the Region of shop.
      Region/europe \u00b7 crd-not-placed \u00b7 worth knowing
      do: Select CustomResourceDefinition/regions.example.com in a ClusterResourcePlacement, unless another tool installs it on the clusters.
      see bad.yaml:8:5: shop brings the object
      see bad.yaml:38:9: the definition
      https://fleet-gate.github.io/fleet-gate/rules/crd-not-placed
      https://kubefleet.dev/docs/troubleshooting/placementapplied

needed from elsewhere (not in these files)
  Namespace/shop for ClusterResourcePlacement/shop: it is not in these files, and the placement selects it

PASSED with 2 warnings and 1 notice: bad.yaml:46:7 CustomResourceDefinition/prices.example.com does not reach oslo, where shop goes, and a cluster without it cannot read the Price (and 2 more findings)
\`\`\``,"cron-job-runs-on-hub":`## Example

\`bad.yaml\`

\`\`\`yaml
apiVersion: v1
kind: Namespace
metadata: { name: shop }
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata: { name: shop }
spec:
  resourceSelectors:
    - { group: "", version: v1, kind: Namespace, name: shop }
  policy: { placementType: PickAll }
---
apiVersion: batch/v1
kind: CronJob
metadata: { name: report, namespace: shop }
spec:
  schedule: "@daily"
  jobTemplate: { spec: { template: { spec: { restartPolicy: Never, containers: [{ name: report, image: "registry.example/report:1.0.0" }] } } } }
\`\`\`

fleet-gate says:

\`\`\`text
PASSED with 1 warning: bad.yaml:13:1 The hub creates Jobs from CronJob/shop/report as well, and shop sends them to clusters that create the same Jobs themselves
  1 warning in 3 documents of 1 file, hub v0.3

bad.yaml
  13:1  warning  The hub creates Jobs from CronJob/shop/report as well, and shop sends them to clusters that create the same Jobs themselves.
      CronJob/shop/report \u00b7 cron-job-runs-on-hub \u00b7 accepted, but without the intended effect
      do: Put the CronJob into a ResourceEnvelope: the hub does not create Jobs from the content of envelopes.
      see bad.yaml:10:5: shop selects its Jobs
      https://fleet-gate.github.io/fleet-gate/rules/cron-job-runs-on-hub
      https://kubefleet.dev/docs/how-tos/envelope-object/
\`\`\``,"declared-twice":`## Example

\`0.yaml\`

\`\`\`yaml
apiVersion: v1
kind: Namespace
metadata: { name: shop }
\`\`\`

\`1.yaml\`

\`\`\`yaml
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata:
  name: shop
spec:
  resourceSelectors:
    - { group: "", version: v1, kind: Namespace, name: shop }
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: cart
  namespace: shop
spec:
  selector: { matchLabels: { app: cart } }
  template:
    metadata: { labels: { app: cart } }
    spec: { containers: [{ name: cart, image: "registry.example/cart:1.0.0" }] }
\`\`\`

\`2.yaml\`

\`\`\`yaml
# In another version it is the same object.
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterResourcePlacement
metadata:
  name: shop
spec:
  resourceSelectors:
    - { group: "", version: v1, kind: Namespace, name: mail }
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: cart
  namespace: shop
spec:
  selector: { matchLabels: { app: cart } }
  template:
    metadata: { labels: { app: cart } }
    spec: { containers: [{ name: cart, image: "registry.example/cart:2.0.0" }] }
\`\`\`

fleet-gate says:

\`\`\`text
FAILED: 2.yaml:5:9 ClusterResourcePlacement/shop is declared twice: this manifest is applied after the one in 1.yaml:1 and replaces it (and 1 more finding)
  first: Rename one of the two, or merge them into one manifest.
  1 error \u00b7 1 warning in 5 documents of 3 files, hub v0.3
  depends on 1 object from elsewhere: Namespace/mail for ClusterResourcePlacement/shop

2.yaml
  5:9  error  ClusterResourcePlacement/shop is declared twice: this manifest is applied after the one in 1.yaml:1 and replaces it.
      ClusterResourcePlacement/shop \u00b7 declared-twice \u00b7 the hub accepts it, and it fails at run time
      do: Rename one of the two, or merge them into one manifest.
      see 1.yaml:4:9: declared here as well
      https://fleet-gate.github.io/fleet-gate/rules/declared-twice
      https://kubernetes.io/docs/concepts/overview/working-with-objects/names/
  13:9  warning  Deployment/shop/cart is declared twice: this manifest is applied after the one in 1.yaml:9 and replaces it.
      Deployment/shop/cart \u00b7 declared-twice \u00b7 accepted, but without the intended effect
      do: Rename one of the two, or merge them into one manifest.
      see 1.yaml:12:9: declared here as well
      https://fleet-gate.github.io/fleet-gate/rules/declared-twice
      https://kubernetes.io/docs/concepts/overview/working-with-objects/names/

needed from elsewhere (not in these files)
  Namespace/mail for ClusterResourcePlacement/shop: it is not in these files, and the placement selects it
\`\`\``,"deleted-by-each-deploy":`## Example

\`bad.yaml\`

\`\`\`yaml
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata:
  name: shop
  annotations:
    argocd.argoproj.io/hook: PostSync
spec:
  resourceSelectors: [{ group: "", version: v1, kind: Namespace, name: shop }]
---
apiVersion: v1
kind: Namespace
metadata:
  name: shop
  annotations:
    argocd.argoproj.io/hook: PreSync
    argocd.argoproj.io/hook-delete-policy: HookSucceeded
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  namespace: shop
  annotations:
    argocd.argoproj.io/sync-options: Force=true,Replace=true
spec:
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec: { containers: [{ name: web, image: "registry.example/web:1.4" }] }
\`\`\`

fleet-gate says:

\`\`\`text
PASSED with 3 notices: bad.yaml:6:5 Argo CD deletes ClusterResourcePlacement/shop at each sync and creates it again: KubeFleet removes what it places from the clusters (and 2 more findings)
  3 notices in 3 documents of 1 file, hub v0.3

bad.yaml
  6:5  notice  Argo CD deletes ClusterResourcePlacement/shop at each sync and creates it again: KubeFleet removes what it places from the clusters.
      ClusterResourcePlacement/shop \u00b7 deleted-by-each-deploy \u00b7 worth knowing
      do: Remove the annotation: then the deploy changes the object in place. A sync wave or a weight of helm gives an order without a hook.
      https://fleet-gate.github.io/fleet-gate/rules/deleted-by-each-deploy
      https://helm.sh/docs/topics/charts_hooks/
  15:5  notice  Argo CD deletes Namespace/shop as soon as it has created it: KubeFleet removes it from the clusters.
      Namespace/shop \u00b7 deleted-by-each-deploy \u00b7 worth knowing
      do: Remove the annotation: then the deploy changes the object in place. A sync wave or a weight of helm gives an order without a hook.
      https://fleet-gate.github.io/fleet-gate/rules/deleted-by-each-deploy
      https://helm.sh/docs/topics/charts_hooks/
  24:5  notice  Argo CD deletes Deployment/shop/web at each sync and creates it again: KubeFleet removes it from the clusters.
      Deployment/shop/web \u00b7 deleted-by-each-deploy \u00b7 worth knowing
      do: Remove the annotation: then the deploy changes the object in place. A sync wave or a weight of helm gives an order without a hook.
      https://fleet-gate.github.io/fleet-gate/rules/deleted-by-each-deploy
      https://helm.sh/docs/topics/charts_hooks/
\`\`\``,"drift-from-start":`## Example

\`bad.yaml\`

\`\`\`yaml
apiVersion: v1
kind: Namespace
metadata: { name: shop }
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata: { name: shop }
spec:
  resourceSelectors:
    - { group: "", version: v1, kind: Namespace, name: shop }
  policy: { placementType: PickAll }
  strategy:
    applyStrategy:
      comparisonOption: FullComparison
      whenToApply: IfNotDrifted
---
apiVersion: v1
kind: Service
metadata: { name: cart, namespace: shop }
spec: { ports: [{ port: 80 }] }
---
apiVersion: batch/v1
kind: Job
metadata: { name: migrate, namespace: shop }
spec:
  template: { spec: { restartPolicy: Never, containers: [{ name: migrate, image: "registry.example/migrate:1.0.0" }] } }
---
apiVersion: v1
kind: Namespace
metadata: { name: mail }
---
# It is reported only.
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata: { name: mail }
spec:
  resourceSelectors:
    - { group: "", version: v1, kind: Namespace, name: mail }
  strategy:
    applyStrategy:
      comparisonOption: FullComparison
---
# Each default is filled in on the cluster.
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ResourceEnvelope
metadata: { name: app, namespace: mail }
data:
  app.yaml:
    apiVersion: apps/v1
    kind: Deployment
    metadata: { name: app, namespace: mail }
    spec:
      selector: { matchLabels: { app: app } }
      template:
        metadata: { labels: { app: app } }
        spec: { containers: [{ name: app, image: "registry.example/app:1.0.0" }] }
\`\`\`

fleet-gate says:

\`\`\`text
FAILED: bad.yaml:14:25 Job/shop/migrate, Service/shop/cart drift with the first apply, because each cluster fills in more fields, and drifted objects are not applied (and 1 more finding)
  first: Use \`comparisonOption: PartialComparison\`, the default: it compares only the fields of the manifest.
  1 error \u00b7 1 warning in 7 documents of 1 file, hub v0.3

bad.yaml
  14:25  error  Job/shop/migrate, Service/shop/cart drift with the first apply, because each cluster fills in more fields, and drifted objects are not applied.
      ClusterResourcePlacement/shop \u00b7 drift-from-start \u00b7 the hub accepts it, and it fails at run time
      do: Use \`comparisonOption: PartialComparison\`, the default: it compares only the fields of the manifest.
      see bad.yaml:17:1: Service/shop/cart
      see bad.yaml:22:1: Job/shop/migrate
      https://fleet-gate.github.io/fleet-gate/rules/drift-from-start
      https://kubefleet.dev/docs/how-tos/drift-detection/
  41:25  warning  Deployment/mail/app is reported as drifted from the first apply on, because each cluster fills in more fields.
      ClusterResourcePlacement/mail \u00b7 drift-from-start \u00b7 probably wrong; it depends on objects outside these files
      do: Use \`comparisonOption: PartialComparison\`, the default: it compares only the fields of the manifest.
      see bad.yaml:49:5: Deployment/mail/app
      https://fleet-gate.github.io/fleet-gate/rules/drift-from-start
      https://kubefleet.dev/docs/how-tos/drift-detection/
\`\`\``,"duplicate-key":`## Example

\`bad.yaml\`

\`\`\`yaml
apiVersion: v1
kind: Namespace
metadata:
  name: shop
  labels:
    team: shop
  labels:
    tier: web
\`\`\`

fleet-gate says:

\`\`\`text
PASSED with 1 warning: bad.yaml:7:3 The key "labels" is in this mapping twice, first on line 5
  1 warning in 1 document of 1 file (no KubeFleet objects), hub v0.3

bad.yaml
  7:3  warning  The key "labels" is in this mapping twice, first on line 5.
      duplicate-key \u00b7 accepted, but without the intended effect
      do: Keep one of the two.
      see bad.yaml:5:3: "labels" is here first.
      https://fleet-gate.github.io/fleet-gate/rules/duplicate-key
      https://kubernetes.io/docs/reference/using-api/api-concepts/#field-validation
\`\`\``,"envelope-content":`## Example

\`bad.yaml\`

\`\`\`yaml
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterResourceEnvelope
metadata:
  name: access
data:
  reader.yaml:
    apiVersion: rbac.authorization.k8s.io/v1
    kind: ClusterRole
    metadata:
      name: shop-reader
  settings.yaml:
    apiVersion: v1
    kind: ConfigMap
    metadata:
      name: settings
      namespace: shop
---
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ResourceEnvelope
metadata:
  name: quotas
  namespace: shop
data:
  quota.yaml:
    apiVersion: v1
    kind: ResourceQuota
    metadata:
      name: pods
    spec:
      hard:
        pods: "10"
  role.yaml:
    apiVersion: rbac.authorization.k8s.io/v1
    kind: ClusterRole
    metadata:
      name: shop-reader
  elsewhere.yaml:
    apiVersion: v1
    kind: ConfigMap
    metadata:
      name: settings
      namespace: orders
  notes.yaml:
    owner: shop
\`\`\`

fleet-gate says:

\`\`\`text
FAILED: bad.yaml:16:18 ConfigMap settings has namespace shop in a ClusterResourceEnvelope, so nothing of the placement reaches a cluster (and 4 more findings)
  first: Put it into a ResourceEnvelope in namespace shop.
  5 errors in 2 documents of 1 file, hub v0.3

bad.yaml
  16:18  error  ConfigMap settings has namespace shop in a ClusterResourceEnvelope, so nothing of the placement reaches a cluster.
      ClusterResourceEnvelope/access \u00b7 envelope-content \u00b7 the hub accepts it, and it fails at run time
      do: Put it into a ResourceEnvelope in namespace shop.
      https://fleet-gate.github.io/fleet-gate/rules/envelope-content
      https://kubefleet.dev/docs/troubleshooting/placementworksynchronized
  24:3  error  ResourceQuota pods has no namespace in a ResourceEnvelope, so nothing of the placement reaches a cluster.
      ResourceEnvelope/shop/quotas \u00b7 envelope-content \u00b7 the hub accepts it, and it fails at run time
      do: Write \`metadata.namespace\` (shop) into the entry.
      https://fleet-gate.github.io/fleet-gate/rules/envelope-content
      https://kubefleet.dev/docs/troubleshooting/placementworksynchronized
  32:3  error  ClusterRole shop-reader has no namespace in a ResourceEnvelope, so nothing of the placement reaches a cluster.
      ResourceEnvelope/shop/quotas \u00b7 envelope-content \u00b7 the hub accepts it, and it fails at run time
      do: Put it into a ClusterResourceEnvelope.
      https://fleet-gate.github.io/fleet-gate/rules/envelope-content
      https://kubefleet.dev/docs/troubleshooting/placementworksynchronized
  42:18  error  ConfigMap settings is of namespace orders, the envelope of shop, so nothing of the placement reaches a cluster.
      ResourceEnvelope/shop/quotas \u00b7 envelope-content \u00b7 the hub accepts it, and it fails at run time
      do: Put it into a ResourceEnvelope in namespace orders, or write namespace shop.
      https://fleet-gate.github.io/fleet-gate/rules/envelope-content
      https://kubefleet.dev/docs/troubleshooting/placementworksynchronized
  43:3  error  Entry notes.yaml has no kind, so nothing of the placement reaches a cluster.
      ResourceEnvelope/shop/quotas \u00b7 envelope-content \u00b7 the hub accepts it, and it fails at run time
      do: Write the whole object, with apiVersion and kind.
      https://fleet-gate.github.io/fleet-gate/rules/envelope-content
      https://kubefleet.dev/docs/troubleshooting/placementworksynchronized

FAILED: bad.yaml:16:18 ConfigMap settings has namespace shop in a ClusterResourceEnvelope, so nothing of the placement reaches a cluster (and 4 more findings)
\`\`\``,"envelope-nested":`## Example

\`bad.yaml\`

\`\`\`yaml
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ResourceEnvelope
metadata:
  name: outer
  namespace: shop
data:
  inner:
    apiVersion: placement.kubernetes-fleet.io/v1beta1
    kind: ResourceEnvelope
    metadata: {name: inner, namespace: shop}
    data:
      settings:
        apiVersion: v1
        kind: ConfigMap
        metadata: {name: settings, namespace: shop}
  settings:
    apiVersion: v1
    kind: ConfigMap
    metadata: {name: settings, namespace: shop}
---
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterResourceEnvelope
metadata:
  name: outer
data:
  inner:
    apiVersion: placement.kubernetes-fleet.io/v1beta1
    kind: ClusterResourceEnvelope
    metadata: {name: inner}
    data: {}
\`\`\`

fleet-gate says:

\`\`\`text
FAILED: bad.yaml:9:11 ResourceEnvelope/shop/inner is an envelope inside an envelope: member clusters do not have this kind, and its content is never applied (and 1 more finding)
  first: Put the objects of the inner envelope into the outer one, or select the inner envelope in the placement directly.
  2 errors in 2 documents of 1 file, hub v0.3

bad.yaml
  9:11  error  ResourceEnvelope/shop/inner is an envelope inside an envelope: member clusters do not have this kind, and its content is never applied.
      ResourceEnvelope/shop/outer \u00b7 envelope-nested \u00b7 the hub accepts it, and it fails at run time
      do: Put the objects of the inner envelope into the outer one, or select the inner envelope in the placement directly.
      https://fleet-gate.github.io/fleet-gate/rules/envelope-nested
      https://kubefleet.dev/docs/how-tos/envelope-object/
  28:11  error  ClusterResourceEnvelope/inner is an envelope inside an envelope: member clusters do not have this kind, and its content is never applied.
      ClusterResourceEnvelope/outer \u00b7 envelope-nested \u00b7 the hub accepts it, and it fails at run time
      do: Put the objects of the inner envelope into the outer one, or select the inner envelope in the placement directly.
      https://fleet-gate.github.io/fleet-gate/rules/envelope-nested
      https://kubefleet.dev/docs/how-tos/envelope-object/
\`\`\``,"envelope-not-applicable":`## Example

\`bad.yaml\`

\`\`\`yaml
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterResourceEnvelope
metadata:
  name: access
data:
  settings.yaml:
    apiVersion: v1
    kind: ConfigMap
    metadata:
      name: settings
  reader.yaml:
    apiVersion: rbac.authorization.k8s.io/v1
    kind: ClusterRole
    metadata:
      name: shop-reader
  reader-again.yaml:
    apiVersion: rbac.authorization.k8s.io/v1
    kind: ClusterRole
    metadata:
      name: shop-reader
  writer.yaml:
    apiVersion: rbac.authorization.k8s.io/v1
    kind: ClusterRole
    metadata:
      generateName: shop-writer-
  namespace.yaml:
    apiVersion: v1
    kind: NameSpace
    metadata:
      name: shop-tools
  unversioned.yaml:
    kind: ClusterRole
    metadata:
      name: shop-admin
---
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ResourceEnvelope
metadata:
  name: quotas
  namespace: shop
data:
  role.yaml:
    apiVersion: rbac.authorization.k8s.io/v1
    kind: ClusterRole
    metadata:
      name: shop-reader
      namespace: shop
  deployment.yaml:
    apiVersion: apps/v1
    kind: Deploymnet
    metadata:
      name: web
      namespace: shop
  version.yaml:
    apiVersion: apps/v2
    kind: Deployment
    metadata:
      name: cart
      namespace: shop
\`\`\`

fleet-gate says:

\`\`\`text
FAILED: bad.yaml:6:3 ConfigMap settings has no namespace, but its kind is namespaced: no member cluster can apply it (and 7 more findings)
  first: Put it into a ResourceEnvelope in its namespace, and write the namespace.
  8 errors in 2 documents of 1 file, hub v0.3

bad.yaml
  6:3  error  ConfigMap settings has no namespace, but its kind is namespaced: no member cluster can apply it.
      ClusterResourceEnvelope/access \u00b7 envelope-not-applicable \u00b7 the hub accepts it, and it fails at run time
      do: Put it into a ResourceEnvelope in its namespace, and write the namespace.
      https://fleet-gate.github.io/fleet-gate/rules/envelope-not-applicable
      https://kubefleet.dev/docs/troubleshooting/placementapplied
  16:3  error  ClusterRole shop-reader is in the envelope twice: no member cluster can apply it.
      ClusterResourceEnvelope/access \u00b7 envelope-not-applicable \u00b7 the hub accepts it, and it fails at run time
      do: Remove one of the two entries.
      see bad.yaml:12:5: the same object
      https://fleet-gate.github.io/fleet-gate/rules/envelope-not-applicable
      https://kubefleet.dev/docs/troubleshooting/placementapplied
  21:3  error  ClusterRole under writer.yaml has no name: no member cluster can apply it.
      ClusterResourceEnvelope/access \u00b7 envelope-not-applicable \u00b7 the hub accepts it, and it fails at run time
      do: Give it a \`metadata.name\`.
      https://fleet-gate.github.io/fleet-gate/rules/envelope-not-applicable
      https://kubefleet.dev/docs/troubleshooting/placementapplied
  26:3  error  NameSpace shop-tools is of a kind that v1 does not have: no member cluster can apply it.
      ClusterResourceEnvelope/access \u00b7 envelope-not-applicable \u00b7 the hub accepts it, and it fails at run time
      do: Correct apiVersion or kind.
      https://fleet-gate.github.io/fleet-gate/rules/envelope-not-applicable
      https://kubefleet.dev/docs/troubleshooting/placementapplied
  31:3  error  ClusterRole shop-admin has no apiVersion: no member cluster can apply it.
      ClusterResourceEnvelope/access \u00b7 envelope-not-applicable \u00b7 the hub accepts it, and it fails at run time
      do: Write the whole object, with apiVersion and kind.
      https://fleet-gate.github.io/fleet-gate/rules/envelope-not-applicable
      https://kubefleet.dev/docs/troubleshooting/placementapplied
  42:3  error  ClusterRole shop-reader has a namespace, but its kind is cluster-scoped: no member cluster can apply it.
      ResourceEnvelope/shop/quotas \u00b7 envelope-not-applicable \u00b7 the hub accepts it, and it fails at run time
      do: Put it into a ClusterResourceEnvelope, without a namespace.
      https://fleet-gate.github.io/fleet-gate/rules/envelope-not-applicable
      https://kubefleet.dev/docs/troubleshooting/placementapplied
  48:3  error  Deploymnet web is of a kind that apps/v1 does not have: no member cluster can apply it.
      ResourceEnvelope/shop/quotas \u00b7 envelope-not-applicable \u00b7 the hub accepts it, and it fails at run time
      do: Correct apiVersion or kind.
      https://fleet-gate.github.io/fleet-gate/rules/envelope-not-applicable
      https://kubefleet.dev/docs/troubleshooting/placementapplied
  54:3  error  Deployment cart is of a kind that apps/v2 does not have: no member cluster can apply it.
      ResourceEnvelope/shop/quotas \u00b7 envelope-not-applicable \u00b7 the hub accepts it, and it fails at run time
      do: Correct apiVersion or kind.
      https://fleet-gate.github.io/fleet-gate/rules/envelope-not-applicable
      https://kubefleet.dev/docs/troubleshooting/placementapplied

FAILED: bad.yaml:6:3 ConfigMap settings has no namespace, but its kind is namespaced: no member cluster can apply it (and 7 more findings)
\`\`\``,"envelope-not-placed":`## Example

\`bad.yaml\`

\`\`\`yaml
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata:
  name: shop
spec:
  resourceSelectors:
    - {group: "", version: v1, kind: Namespace, name: shop, selectionScope: NamespaceOnly}
    - {group: placement.kubernetes-fleet.io, version: v1beta1, kind: ClusterResourceEnvelope, name: roles}
---
apiVersion: v1
kind: Namespace
metadata: {name: shop}
---
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ResourcePlacement
metadata: {name: shop, namespace: shop}
spec:
  resourceSelectors:
    - {group: "", version: v1, kind: ConfigMap, name: settings}
    - group: placement.kubernetes-fleet.io
      version: v1beta1
      kind: ResourceEnvelope
      labelSelector: {matchLabels: {tier: web}}
---
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ResourceEnvelope
metadata:
  name: quotas
  namespace: shop
  labels: {tier: data}
data:
  quota:
    apiVersion: v1
    kind: ResourceQuota
    metadata: {name: quota, namespace: shop}
---
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterResourceEnvelope
metadata:
  name: webhooks
data:
  reader:
    apiVersion: rbac.authorization.k8s.io/v1
    kind: ClusterRole
    metadata: {name: reader}
\`\`\`

fleet-gate says:

\`\`\`text
PASSED with 2 notices: bad.yaml:28:9 No placement in these manifests selects ResourceEnvelope/shop/quotas, so no cluster gets its content (and 1 more finding)
  2 notices in 5 documents of 1 file, hub v0.3
  depends on 1 object from elsewhere: ConfigMap/shop/settings for ResourcePlacement/shop

bad.yaml
  28:9  notice  No placement in these manifests selects ResourceEnvelope/shop/quotas, so no cluster gets its content.
      ResourceEnvelope/shop/quotas \u00b7 envelope-not-placed \u00b7 worth knowing
      do: Select it in a ResourcePlacement of its namespace, or its Namespace in a ClusterResourcePlacement.
      https://fleet-gate.github.io/fleet-gate/rules/envelope-not-placed
      https://kubefleet.dev/docs/how-tos/envelope-object/
  40:9  notice  No placement in these manifests selects ClusterResourceEnvelope/webhooks, so no cluster gets its content.
      ClusterResourceEnvelope/webhooks \u00b7 envelope-not-placed \u00b7 worth knowing
      do: Select it by name in a ClusterResourcePlacement.
      https://fleet-gate.github.io/fleet-gate/rules/envelope-not-placed
      https://kubefleet.dev/docs/how-tos/envelope-object/

needed from elsewhere (not in these files)
  ConfigMap/shop/settings for ResourcePlacement/shop: it is not in these files, and the placement selects it
\`\`\``,"eviction-blocked":`## Example

\`eviction.yaml\`

\`\`\`yaml
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata:
  name: shop
spec:
  resourceSelectors:
    - {group: "", version: v1, kind: Namespace, name: shop}
  policy: {placementType: PickN, numberOfClusters: 3}
---
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterResourcePlacementDisruptionBudget
metadata:
  name: shop
spec: {maxUnavailable: 1}
---
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterResourcePlacementEviction
metadata:
  name: shop-off-europe-1
spec:
  placementName: shop
  clusterName: europe-1
\`\`\`

\`clusters.yaml\`

\`\`\`yaml
apiVersion: cluster.kubernetes-fleet.io/v1
kind: MemberCluster
metadata:
  name: europe-1
  labels: {env: prod}
spec:
  identity: {kind: ServiceAccount, name: agent, namespace: fleet-system}
status:
  agentStatus:
    - type: MemberAgent
      lastReceivedHeartbeat: "2026-06-01T12:00:00Z"
      conditions:
        - {type: Joined, status: "True", reason: Joined, lastTransitionTime: "2026-05-01T00:00:00Z"}
        - {type: Healthy, status: "True", reason: Healthy, lastTransitionTime: "2026-05-01T00:00:00Z"}
---
apiVersion: cluster.kubernetes-fleet.io/v1
kind: MemberCluster
metadata:
  name: europe-2
  labels: {env: prod}
spec:
  identity: {kind: ServiceAccount, name: agent, namespace: fleet-system}
status:
  agentStatus:
    - type: MemberAgent
      lastReceivedHeartbeat: "2026-06-01T12:00:00Z"
      conditions:
        - {type: Joined, status: "True", reason: Joined, lastTransitionTime: "2026-05-01T00:00:00Z"}
        - {type: Healthy, status: "True", reason: Healthy, lastTransitionTime: "2026-05-01T00:00:00Z"}
---
apiVersion: cluster.kubernetes-fleet.io/v1
kind: MemberCluster
metadata:
  name: asia-1
  labels: {env: prod}
spec:
  identity: {kind: ServiceAccount, name: agent, namespace: fleet-system}
status:
  agentStatus:
    - type: MemberAgent
      lastReceivedHeartbeat: "2026-06-01T12:00:00Z"
      conditions:
        - {type: Joined, status: "True", reason: Joined, lastTransitionTime: "2026-05-01T00:00:00Z"}
        - {type: Healthy, status: "True", reason: Healthy, lastTransitionTime: "2026-05-01T00:00:00Z"}
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterSchedulingPolicySnapshot
metadata:
  name: shop-0
  labels: {kubernetes-fleet.io/parent-CRP: shop, kubernetes-fleet.io/is-latest-snapshot: "true"}
  annotations: {kubernetes-fleet.io/number-of-clusters: "3"}
spec:
  policy: {placementType: PickN, numberOfClusters: 3}
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourceBinding
metadata:
  name: shop-europe-1
  generation: 1
  labels: {kubernetes-fleet.io/parent-CRP: shop}
spec: {state: Bound, targetCluster: europe-1, schedulingPolicySnapshotName: shop-0}
status:
  conditions:
    - {type: Available, status: "True", reason: AllWorkAreAvailable, observedGeneration: 1}
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourceBinding
metadata:
  name: shop-europe-2
  generation: 1
  labels: {kubernetes-fleet.io/parent-CRP: shop}
spec: {state: Bound, targetCluster: europe-2, schedulingPolicySnapshotName: shop-0}
status:
  conditions:
    - {type: Available, status: "True", reason: AllWorkAreAvailable, observedGeneration: 1}
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourceBinding
metadata:
  name: shop-asia-1
  generation: 1
  labels: {kubernetes-fleet.io/parent-CRP: shop}
spec: {state: Bound, targetCluster: asia-1, schedulingPolicySnapshotName: shop-0}
status:
  conditions:
    - {type: Available, status: "False", reason: NotAllWorkAreAvailable, observedGeneration: 1}
\`\`\`

fleet-gate says:

\`\`\`text
FAILED: eviction.yaml:21:18 The budget of shop (\`maxUnavailable: 1\`) blocks its eviction from europe-1: 2 clusters are available
  1 error in 3 documents of 1 file, hub v0.3
  depends on 1 object from elsewhere: Namespace/shop for ClusterResourcePlacement/shop

eviction.yaml
  21:18  error  The budget of shop (\`maxUnavailable: 1\`) blocks its eviction from europe-1: 2 clusters are available.
      ClusterResourcePlacementEviction/shop-off-europe-1 \u00b7 eviction-blocked \u00b7 the hub accepts it, and it fails at run time
      do: Relax the budget in an earlier change, or remove the eviction. A blocked eviction is not tried again: create a new one under another name.
      see eviction.yaml:14:7: the budget
      https://fleet-gate.github.io/fleet-gate/rules/eviction-blocked
      https://kubefleet.dev/docs/troubleshooting/clusterresourceplacementeviction

needed from elsewhere (not in these files)
  Namespace/shop for ClusterResourcePlacement/shop: it is not in these files, and the placement selects it
\`\`\``,"eviction-invalid":`## Example

\`evictions.yaml\`

\`\`\`yaml
# The hub has no such placement.
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterResourcePlacementEviction
metadata: { name: mail-a }
spec:
  placementName: mail
  clusterName: a
---
# By its bindings it is on the other cluster.
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterResourcePlacementEviction
metadata: { name: shop-b }
spec:
  placementName: shop
  clusterName: b
---
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterResourcePlacementEviction
metadata: { name: shop-a }
spec:
  placementName: shop
  clusterName: a
\`\`\`

\`clusters.yaml\`

\`\`\`yaml
apiVersion: cluster.kubernetes-fleet.io/v1
kind: MemberCluster
metadata: { name: a, labels: { env: prod } }
spec: { identity: { kind: User, name: a, apiGroup: rbac.authorization.k8s.io } }
status:
  agentStatus:
    - type: MemberAgent
      lastReceivedHeartbeat: "2026-06-01T12:00:00Z"
      conditions:
        - { type: Joined, status: "True", lastTransitionTime: "2026-05-01T12:00:00Z" }
        - { type: Healthy, status: "True", lastTransitionTime: "2026-05-01T12:00:00Z" }
---
apiVersion: cluster.kubernetes-fleet.io/v1
kind: MemberCluster
metadata: { name: b, labels: { env: test } }
spec: { identity: { kind: User, name: b, apiGroup: rbac.authorization.k8s.io } }
status:
  agentStatus:
    - type: MemberAgent
      lastReceivedHeartbeat: "2026-06-01T12:00:00Z"
      conditions:
        - { type: Joined, status: "True", lastTransitionTime: "2026-05-01T12:00:00Z" }
        - { type: Healthy, status: "True", lastTransitionTime: "2026-05-01T12:00:00Z" }
---
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterResourceBinding
metadata: { name: shop-a-1, labels: { kubernetes-fleet.io/parent-CRP: shop } }
spec: { targetCluster: a, state: Bound }
\`\`\`

fleet-gate says:

\`\`\`text
FAILED: evictions.yaml:6:18 There is no ClusterResourcePlacement mail, neither among the manifests nor on the hub, so the eviction ends as invalid (and 1 more finding)
  first: Write the name of the placement.
  2 errors in 3 documents of 1 file, hub v0.3

evictions.yaml
  6:18  error  There is no ClusterResourcePlacement mail, neither among the manifests nor on the hub, so the eviction ends as invalid.
      ClusterResourcePlacementEviction/mail-a \u00b7 eviction-invalid \u00b7 the hub accepts it, and it fails at run time
      do: Write the name of the placement.
      https://fleet-gate.github.io/fleet-gate/rules/eviction-invalid
      https://kubefleet.dev/docs/troubleshooting/clusterresourceplacementeviction
  15:16  error  \`shop\` is not on b, so the eviction ends as invalid.
      ClusterResourcePlacementEviction/shop-b \u00b7 eviction-invalid \u00b7 the hub accepts it, and it fails at run time
      do: Name a cluster that has it: a.
      https://fleet-gate.github.io/fleet-gate/rules/eviction-invalid
      https://kubefleet.dev/docs/troubleshooting/clusterresourceplacementeviction
\`\`\``,"eviction-refused":`## Example

\`bad.yaml\`

\`\`\`yaml
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterResourcePlacement
metadata:
  name: storefront
spec:
  policy:
    placementType: PickFixed
    clusterNames: [europe-1, europe-2]
  resourceSelectors:
    - group: ""
      version: v1
      kind: Namespace
      name: shop
---
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterResourcePlacementEviction
metadata:
  name: storefront-europe-1
spec:
  placementName: storefront
  clusterName: europe-1
\`\`\`

fleet-gate says:

\`\`\`text
FAILED: bad.yaml:20:18 Placement storefront is PickFixed, and KubeFleet does not evict PickFixed placements
  1 error in 2 documents of 1 file, hub v0.3
  depends on 1 object from elsewhere: Namespace/shop for ClusterResourcePlacement/storefront

bad.yaml
  20:18  error  Placement storefront is PickFixed, and KubeFleet does not evict PickFixed placements.
      ClusterResourcePlacementEviction/storefront-europe-1 \u00b7 eviction-refused \u00b7 the hub accepts it, and it fails at run time
      do: Remove the eviction, and remove the cluster from \`clusterNames\` of the placement.
      see bad.yaml:7:20: the policy of the placement
      https://fleet-gate.github.io/fleet-gate/rules/eviction-refused
      https://kubefleet.dev/docs/troubleshooting/clusterresourceplacementeviction

needed from elsewhere (not in these files)
  Namespace/shop for ClusterResourcePlacement/storefront: it is not in these files, and the placement selects it
\`\`\``,"external-without-run":`## Example

\`bad.yaml\`

\`\`\`yaml
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata:
  name: shop
spec:
  strategy:
    type: External
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterStagedUpdateRun
metadata:
  name: shop-1
spec:
  placementName: shpo
  state: Run
\`\`\`

fleet-gate says:

\`\`\`text
PASSED with 1 warning: bad.yaml:7:11 There is no ClusterStagedUpdateRun for shop, and External does not roll out anything without one. A run names "shpo"
  1 warning in 2 documents of 1 file, hub v0.3

bad.yaml
  7:11  warning  There is no ClusterStagedUpdateRun for shop, and External does not roll out anything without one. A run names "shpo".
      ClusterResourcePlacement/shop \u00b7 external-without-run \u00b7 accepted, but without the intended effect
      do: Add an update run whose \`spec.placementName\` is this placement, or use \`type: RollingUpdate\`.
      see bad.yaml:14:18: the run that probably means this placement
      https://fleet-gate.github.io/fleet-gate/rules/external-without-run
      https://kubefleet.dev/docs/how-tos/staged-update/
\`\`\``,"hook-not-run-on-hub":`## Example

\`bad.yaml\`

\`\`\`yaml
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata: { name: shop }
spec:
  resourceSelectors: [{ group: "", version: v1, kind: Namespace, name: shop }]
---
{ apiVersion: v1, kind: Namespace, metadata: { name: shop } }
---
apiVersion: batch/v1
kind: Job
metadata:
  name: migrate
  namespace: shop
  annotations:
    argocd.argoproj.io/hook: PreSync
spec:
  template:
    spec:
      restartPolicy: Never
      containers: [{ name: migrate, image: "registry.example/migrate:1.4" }]
\`\`\`

fleet-gate says:

\`\`\`text
PASSED with 1 notice: bad.yaml:15:5 Argo CD would wait for the hook Job/shop/migrate, whose Pods the hub refuses: the sync never ends, and deploys nothing
  1 notice in 3 documents of 1 file, hub v0.3

bad.yaml
  15:5  notice  Argo CD would wait for the hook Job/shop/migrate, whose Pods the hub refuses: the sync never ends, and deploys nothing.
      Job/shop/migrate \u00b7 hook-not-run-on-hub \u00b7 worth knowing
      do: Run the Job as a step of the pipeline, or on the clusters: without the annotation of the hook, a placement sends it like other objects.
      https://fleet-gate.github.io/fleet-gate/rules/hook-not-run-on-hub
      https://kubefleet.dev/docs/how-tos/envelope-object/
\`\`\``,"hub-calls-placed-service":`## Example

\`bad.yaml\`

\`\`\`yaml
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata: { name: guard }
spec:
  resourceSelectors:
    - { group: "", version: v1, kind: Namespace, name: guard }
    - { group: admissionregistration.k8s.io, version: v1, kind: ValidatingWebhookConfiguration, name: guard }
---
{ apiVersion: v1, kind: Namespace, metadata: { name: guard } }
---
apiVersion: apps/v1
kind: Deployment
metadata: { name: guard, namespace: guard }
spec:
  selector: { matchLabels: { app: guard } }
  template:
    metadata: { labels: { app: guard } }
    spec:
      containers: [{ name: guard, image: "registry.example/guard:1.4" }]
---
apiVersion: v1
kind: Service
metadata: { name: guard, namespace: guard }
spec: { selector: { app: guard }, ports: [{ port: 443 }] }
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata: { name: guard }
webhooks:
  - name: workloads.guard.example.com
    admissionReviewVersions: [v1]
    sideEffects: None
    clientConfig:
      service: { name: guard, namespace: guard, path: /v }
    rules: [{ apiGroups: [apps], apiVersions: [v1], operations: [CREATE, UPDATE], resources: [deployments] }]
  # No object of these files is of this kind.
  - name: routes.guard.example.com
    admissionReviewVersions: [v1]
    sideEffects: None
    failurePolicy: Fail
    clientConfig:
      service: { name: guard, namespace: guard, path: /r }
    rules: [{ apiGroups: [networking.k8s.io], apiVersions: [v1], operations: [CREATE], resources: [ingresses] }]
---
apiVersion: admissionregistration.k8s.io/v1
kind: MutatingWebhookConfiguration
metadata: { name: labels }
webhooks:
  - name: labels.guard.example.com
    admissionReviewVersions: [v1]
    sideEffects: None
    clientConfig:
      # Its namespace is placed, so its Pods are on the clusters.
      service: { name: labels, namespace: guard }
    namespaceSelector: { matchExpressions: [{ key: kubernetes.io/metadata.name, operator: NotIn, values: [other] }] }
    rules: [{ apiGroups: ["*"], apiVersions: ["*"], operations: ["*"], resources: ["*/*"] }]
---
apiVersion: apiregistration.k8s.io/v1
kind: APIService
metadata: { name: v1beta1.metrics.example.com }
spec:
  group: metrics.example.com
  version: v1beta1
  groupPriorityMinimum: 100
  versionPriority: 100
  service: { name: guard, namespace: guard }
---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: widgets.example.com }
spec:
  group: example.com
  names: { kind: Widget, plural: widgets }
  scope: Namespaced
  conversion:
    strategy: Webhook
    webhook:
      conversionReviewVersions: [v1]
      clientConfig:
        service: { name: guard, namespace: guard }
  versions:
    - { name: v1, served: true, storage: true, schema: { openAPIV3Schema: { type: object } } }
    - { name: v1beta1, served: true, storage: false, schema: { openAPIV3Schema: { type: object } } }
---
{ apiVersion: example.com/v1beta1, kind: Widget, metadata: { name: one, namespace: guard } }
\`\`\`

fleet-gate says:

\`\`\`text
FAILED: bad.yaml:34:16 The hub calls Service/guard/guard as well, which has no Pods there: the hub refuses each write that webhook workloads.guard.example.com checks, such as of Deployment/guard/guard (and 4 more findings)
  first: Put the object into a ClusterResourceEnvelope, as KubeFleet recommends: the hub does not act on the content of envelopes.
  2 errors \u00b7 2 warnings \u00b7 1 notice in 9 documents of 1 file, hub v0.3

bad.yaml
  34:16  error  The hub calls Service/guard/guard as well, which has no Pods there: the hub refuses each write that webhook workloads.guard.example.com checks, such as of Deployment/guard/guard.
      ValidatingWebhookConfiguration/guard \u00b7 hub-calls-placed-service \u00b7 the hub accepts it, and it fails at run time
      do: Put the object into a ClusterResourceEnvelope, as KubeFleet recommends: the hub does not act on the content of envelopes.
      see bad.yaml:1:1: guard places it
      https://fleet-gate.github.io/fleet-gate/rules/hub-calls-placed-service
      https://kubefleet.dev/docs/how-tos/envelope-object/
  80:18  error  The hub calls Service/guard/guard as well, which has no Pods there: the hub refuses Widget/guard/one, which it cannot convert to the version that it stores.
      CustomResourceDefinition/widgets.example.com \u00b7 hub-calls-placed-service \u00b7 the hub accepts it, and it fails at run time
      do: Put the object into a ClusterResourceEnvelope, as KubeFleet recommends: the hub does not act on the content of envelopes.
      see bad.yaml:1:1: guard places it
      https://fleet-gate.github.io/fleet-gate/rules/hub-calls-placed-service
      https://kubefleet.dev/docs/how-tos/envelope-object/
  54:16  warning  The hub calls Service/guard/labels as well, which has no Pods there: the hub refuses each write that webhook labels.guard.example.com checks, such as of ClusterResourcePlacement/guard.
      MutatingWebhookConfiguration/labels \u00b7 hub-calls-placed-service \u00b7 probably wrong; it depends on objects outside these files
      do: Put the object into a ClusterResourceEnvelope, as KubeFleet recommends: the hub does not act on the content of envelopes.
      see bad.yaml:1:1: guard places it
      https://fleet-gate.github.io/fleet-gate/rules/hub-calls-placed-service
      https://kubefleet.dev/docs/how-tos/envelope-object/
  66:12  warning  The hub calls Service/guard/guard as well, which has no Pods there: the hub does not serve v1beta1.metrics.example.com, and cannot finish the deletion of a namespace.
      APIService/v1beta1.metrics.example.com \u00b7 hub-calls-placed-service \u00b7 probably wrong; it depends on objects outside these files
      do: Put the object into a ClusterResourceEnvelope, as KubeFleet recommends: the hub does not act on the content of envelopes.
      see bad.yaml:1:1: guard places it
      https://fleet-gate.github.io/fleet-gate/rules/hub-calls-placed-service
      https://kubefleet.dev/docs/how-tos/envelope-object/
  42:16  notice  The hub calls Service/guard/guard as well, which has no Pods there: the hub refuses each write that webhook routes.guard.example.com checks: ingresses.
      ValidatingWebhookConfiguration/guard \u00b7 hub-calls-placed-service \u00b7 worth knowing
      do: Put the object into a ClusterResourceEnvelope, as KubeFleet recommends: the hub does not act on the content of envelopes.
      see bad.yaml:1:1: guard places it
      https://fleet-gate.github.io/fleet-gate/rules/hub-calls-placed-service
      https://kubefleet.dev/docs/how-tos/envelope-object/

FAILED: bad.yaml:34:16 The hub calls Service/guard/guard as well, which has no Pods there: the hub refuses each write that webhook workloads.guard.example.com checks, such as of Deployment/guard/guard (and 4 more findings)
\`\`\``,"image-digest-differs":`## Example

\`bad.yaml\`

\`\`\`yaml
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  namespace: shop
spec:
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec:
      containers:
        - name: web
          image: registry.example/web:1.4@sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: worker
  namespace: shop
spec:
  selector: { matchLabels: { app: worker } }
  template:
    metadata: { labels: { app: worker } }
    spec:
      containers:
        - name: worker
          image: registry.example/web:1.4@sha256:fedcba9876543210fedcba9876543210fedcba9876543210fedcba9876543210
\`\`\`

fleet-gate says:

\`\`\`text
PASSED with 1 warning: bad.yaml:27:18 The image registry.example/web:1.4 is sha256:fedcba987654 here and sha256:0123456789ab elsewhere
  1 warning in 2 documents of 1 file (no KubeFleet objects), hub v0.3

bad.yaml
  27:18  warning  The image registry.example/web:1.4 is sha256:fedcba987654 here and sha256:0123456789ab elsewhere.
      Deployment/shop/worker \u00b7 image-digest-differs \u00b7 accepted, but without the intended effect
      do: Use the same digest in both places, or a different tag for one of them.
      see bad.yaml:13:18: the other digest
      https://fleet-gate.github.io/fleet-gate/rules/image-digest-differs
      https://kubernetes.io/docs/concepts/containers/images/#image-names
\`\`\``,"image-invalid":`## Example

\`bad.yaml\`

\`\`\`yaml
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  namespace: shop
spec:
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec:
      initContainers:
        - name: migrate
          image: "registry.example/Shop/migrate:1.0"
      containers:
        - name: web
          image: "registry.example/shop/web:"
        - name: proxy
          image: registry.example/proxy@sha256:abc
        - name: log
          image: "registry.example/log :2"
        - name: metrics
          image: https://registry.example/metrics:3
---
apiVersion: batch/v1
kind: CronJob
metadata:
  name: report
  namespace: shop
spec:
  schedule: "0 4 * * *"
  jobTemplate:
    spec:
      template:
        spec:
          restartPolicy: Never
          containers:
            - name: report
              image: registry.example/report:-1
---
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ResourceOverride
metadata:
  name: api
  namespace: shop
spec:
  resourceSelectors:
    - { group: apps, version: v1, kind: Deployment, name: api }
  policy:
    overrideRules:
      - clusterSelector: { clusterSelectorTerms: [] }
        overrideType: JSONPatch
        jsonPatchOverrides:
          - op: replace
            path: /spec/template/spec/containers/0/image
            value: registry.example/shop/api:v1/2
---
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterResourcePlacement
metadata:
  name: shop
spec:
  resourceSelectors:
    - { group: "", version: v1, kind: Namespace, name: shop }
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: api
  namespace: shop
spec:
  selector: { matchLabels: { app: api } }
  template:
    metadata: { labels: { app: api } }
    spec:
      containers:
        - { name: api, image: "registry.example/api:1" }
\`\`\`

fleet-gate says:

\`\`\`text
FAILED: bad.yaml:13:18 The image "registry.example/Shop/migrate:1.0" is not valid: \`Shop\` has uppercase letters, which are not allowed in a repository (and 6 more findings)
  first: Write \`registry/repository:tag\`, the repository in lower case.
  7 errors in 5 documents of 1 file, hub v0.3
  depends on 1 object from elsewhere: Namespace/shop for ClusterResourcePlacement/shop

bad.yaml
  13:18  error  The image "registry.example/Shop/migrate:1.0" is not valid: \`Shop\` has uppercase letters, which are not allowed in a repository.
      Deployment/shop/web \u00b7 image-invalid \u00b7 the hub accepts it, and it fails at run time
      do: Write \`registry/repository:tag\`, the repository in lower case.
      https://fleet-gate.github.io/fleet-gate/rules/image-invalid
      https://kubernetes.io/docs/concepts/containers/images/#image-names
  16:18  error  The image "registry.example/shop/web:" is not valid: the tag after the colon is missing.
      Deployment/shop/web \u00b7 image-invalid \u00b7 the hub accepts it, and it fails at run time
      do: Write \`registry/repository:tag\`, the repository in lower case.
      https://fleet-gate.github.io/fleet-gate/rules/image-invalid
      https://kubernetes.io/docs/concepts/containers/images/#image-names
  18:18  error  The image "registry.example/proxy@sha256:abc" is not valid: its digest is not \`sha256:\` with 64 hexadecimal digits.
      Deployment/shop/web \u00b7 image-invalid \u00b7 the hub accepts it, and it fails at run time
      do: Write all digits of the digest, or a tag instead.
      https://fleet-gate.github.io/fleet-gate/rules/image-invalid
      https://kubernetes.io/docs/concepts/containers/images/#image-names
  20:18  error  The image "registry.example/log :2" is not valid: it contains a space.
      Deployment/shop/web \u00b7 image-invalid \u00b7 the hub accepts it, and it fails at run time
      do: Write \`registry/repository:tag\`, the repository in lower case.
      https://fleet-gate.github.io/fleet-gate/rules/image-invalid
      https://kubernetes.io/docs/concepts/containers/images/#image-names
  22:18  error  The image "https://registry.example/metrics:3" is not valid: \`https:\` cannot be a registry.
      Deployment/shop/web \u00b7 image-invalid \u00b7 the hub accepts it, and it fails at run time
      do: Write \`registry/repository:tag\`, the repository in lower case.
      https://fleet-gate.github.io/fleet-gate/rules/image-invalid
      https://kubernetes.io/docs/concepts/containers/images/#image-names
  38:22  error  The image "registry.example/report:-1" is not valid: \`-1\` cannot be a tag.
      CronJob/shop/report \u00b7 image-invalid \u00b7 the hub accepts it, and it fails at run time
      do: Write \`registry/repository:tag\`, the repository in lower case.
      https://fleet-gate.github.io/fleet-gate/rules/image-invalid
      https://kubernetes.io/docs/concepts/containers/images/#image-names
  55:20  error  The image "registry.example/shop/api:v1/2" is not valid: \`api:v1\` cannot be part of a name.
      ResourceOverride/shop/api \u00b7 image-invalid \u00b7 the hub accepts it, and it fails at run time
      do: Write \`registry/repository:tag\`, the repository in lower case.
      https://fleet-gate.github.io/fleet-gate/rules/image-invalid
      https://kubernetes.io/docs/concepts/containers/images/#image-names

needed from elsewhere (not in these files)
  Namespace/shop for ClusterResourcePlacement/shop: it is not in these files, and the placement selects it

FAILED: bad.yaml:13:18 The image "registry.example/Shop/migrate:1.0" is not valid: \`Shop\` has uppercase letters, which are not allowed in a repository (and 6 more findings)
\`\`\``,"image-not-pinned":`## Example

\`bad.yaml\`

\`\`\`yaml
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterResourcePlacement
metadata:
  name: shop
spec:
  resourceSelectors:
    - { group: "", version: v1, kind: Namespace, name: shop }
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  namespace: shop
spec:
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec:
      containers:
        - name: web
          image: registry.example/web
        - name: proxy
          image: registry.example/proxy:latest
\`\`\`

fleet-gate says:

\`\`\`text
PASSED with 2 notices: bad.yaml:21:18 The image registry.example/web has no tag, which means \`latest\` (and 1 more finding)
  2 notices in 2 documents of 1 file, hub v0.3
  depends on 1 object from elsewhere: Namespace/shop for ClusterResourcePlacement/shop

bad.yaml
  21:18  notice  The image registry.example/web has no tag, which means \`latest\`.
      Deployment/shop/web \u00b7 image-not-pinned \u00b7 worth knowing
      do: Give the image a version as tag, or a digest.
      https://fleet-gate.github.io/fleet-gate/rules/image-not-pinned
      https://kubernetes.io/docs/concepts/containers/images/#image-pull-policy
  23:18  notice  The image registry.example/proxy:latest is the \`latest\` of the day it is pulled.
      Deployment/shop/web \u00b7 image-not-pinned \u00b7 worth knowing
      do: Give the image a version as tag, or a digest.
      https://fleet-gate.github.io/fleet-gate/rules/image-not-pinned
      https://kubernetes.io/docs/concepts/containers/images/#image-pull-policy

needed from elsewhere (not in these files)
  Namespace/shop for ClusterResourcePlacement/shop: it is not in these files, and the placement selects it
\`\`\``,"immutable-field":`## Example

\`base.yaml\`

\`\`\`yaml
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  namespace: shop
spec:
  selector:
    matchLabels:
      app: web
  template:
    metadata:
      labels:
        app: web
    spec:
      containers:
        - name: web
          image: registry.example.com/web:1
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: settings
  namespace: shop
immutable: true
data:
  mode: fast
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourceEnvelope
metadata:
  name: roles
data:
  binding.yaml:
    apiVersion: rbac.authorization.k8s.io/v1
    kind: ClusterRoleBinding
    metadata:
      name: shop
    roleRef:
      apiGroup: rbac.authorization.k8s.io
      kind: ClusterRole
      name: view
\`\`\`

\`shop.yaml\`

\`\`\`yaml
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  namespace: shop
spec:
  selector:
    matchLabels:
      app: shop
  template:
    metadata:
      labels:
        app: shop
    spec:
      containers:
        - name: web
          image: registry.example.com/web:2
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: settings
  namespace: shop
immutable: true
data:
  mode: careful
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourceEnvelope
metadata:
  name: roles
data:
  binding.yaml:
    apiVersion: rbac.authorization.k8s.io/v1
    kind: ClusterRoleBinding
    metadata:
      name: shop
    roleRef:
      apiGroup: rbac.authorization.k8s.io
      kind: ClusterRole
      name: edit
\`\`\`

fleet-gate says:

\`\`\`text
FAILED: shop.yaml:7:3 \`spec.selector\` of Deployment/shop/web is immutable: API servers refuse the edit (and 2 more findings)
  first: Keep the old value, or rename the object, so that a new one is created.
  3 errors in 3 documents of 1 file, hub v0.3

shop.yaml
  7:3  error  \`spec.selector\` of Deployment/shop/web is immutable: API servers refuse the edit.
      Deployment/shop/web \u00b7 immutable-field \u00b7 the hub refuses it
      do: Keep the old value, or rename the object, so that a new one is created.
      https://fleet-gate.github.io/fleet-gate/rules/immutable-field
      https://kubernetes.io/docs/concepts/workloads/controllers/deployment/#label-selector-updates
  25:1  error  \`data\` of ConfigMap/shop/settings is immutable: API servers refuse the edit.
      ConfigMap/shop/settings \u00b7 immutable-field \u00b7 the hub refuses it
      do: Keep the old value, or rename the object, so that a new one is created.
      https://fleet-gate.github.io/fleet-gate/rules/immutable-field
      https://kubernetes.io/docs/concepts/workloads/controllers/deployment/#label-selector-updates
  38:5  error  \`roleRef\` of ClusterRoleBinding/shop is immutable: API servers refuse the edit.
      ClusterResourceEnvelope/roles \u00b7 immutable-field \u00b7 the hub accepts it, and it fails at run time
      do: Keep the old value, or rename the object, so that a new one is created.
      https://fleet-gate.github.io/fleet-gate/rules/immutable-field
      https://kubernetes.io/docs/concepts/workloads/controllers/deployment/#label-selector-updates
\`\`\``,"job-runs-again":`## Example

\`bad.yaml\`

\`\`\`yaml
apiVersion: v1
kind: Namespace
metadata: { name: shop }
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata: { name: shop }
spec:
  resourceSelectors:
    - { group: "", version: v1, kind: Namespace, name: shop }
  policy: { placementType: PickAll }
---
apiVersion: batch/v1
kind: Job
metadata: { name: migrate, namespace: shop }
spec:
  ttlSecondsAfterFinished: 600
  template: { spec: { restartPolicy: Never, containers: [{ name: migrate, image: "registry.example/migrate:1.0.0" }] } }
---
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ResourceEnvelope
metadata: { name: jobs, namespace: shop }
data:
  job.yaml:
    apiVersion: batch/v1
    kind: Job
    metadata: { name: pay, namespace: shop }
    spec:
      ttlSecondsAfterFinished: 0
      template: { spec: { restartPolicy: Never, containers: [{ name: pay, image: "registry.example/pay:1.0.0" }] } }
---
apiVersion: batch/v1
kind: Job
metadata: { name: mail, namespace: shop }
spec:
  template: { spec: { restartPolicy: Never, containers: [{ name: mail, image: "registry.example/mail:1.0.0" }] } }
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ResourceOverride
metadata: { name: mail, namespace: shop }
spec:
  placement: { name: shop }
  resourceSelectors:
    - { group: batch, version: v1, kind: Job, name: mail }
  policy:
    overrideRules:
      - clusterSelector: { clusterSelectorTerms: [] }
        jsonPatchOverrides:
          - op: add
            path: /spec/ttlSecondsAfterFinished
            value: 60
\`\`\`

fleet-gate says:

\`\`\`text
PASSED with 3 warnings: bad.yaml:17:28 Job/shop/migrate runs again and again: clusters delete it 600 s after it has finished, and shop creates it again within 15 minutes (and 2 more findings)
  3 warnings in 6 documents of 1 file, hub v0.3

bad.yaml
  17:28  warning  Job/shop/migrate runs again and again: clusters delete it 600 s after it has finished, and shop creates it again within 15 minutes.
      Job/shop/migrate \u00b7 job-runs-again \u00b7 accepted, but without the intended effect
      do: Remove \`ttlSecondsAfterFinished\`. To delete the finished Job, remove it from the placement.
      https://fleet-gate.github.io/fleet-gate/rules/job-runs-again
      https://kubernetes.io/docs/concepts/workloads/controllers/ttlafterfinished/
  29:32  warning  Job/shop/pay runs again and again: clusters delete it 0 s after it has finished, and shop creates it again within 15 minutes.
      ResourceEnvelope/shop/jobs \u00b7 job-runs-again \u00b7 accepted, but without the intended effect
      do: Remove \`ttlSecondsAfterFinished\`. To delete the finished Job, remove it from the placement.
      https://fleet-gate.github.io/fleet-gate/rules/job-runs-again
      https://kubernetes.io/docs/concepts/workloads/controllers/ttlafterfinished/
  50:19  warning  Job/shop/mail runs again and again: clusters delete it 60 s after it has finished, and shop creates it again within 15 minutes.
      ResourceOverride/shop/mail \u00b7 job-runs-again \u00b7 accepted, but without the intended effect
      do: Remove \`ttlSecondsAfterFinished\`. To delete the finished Job, remove it from the placement.
      https://fleet-gate.github.io/fleet-gate/rules/job-runs-again
      https://kubernetes.io/docs/concepts/workloads/controllers/ttlafterfinished/
\`\`\``,"job-server-side-apply":`## Example

\`bad.yaml\`

\`\`\`yaml
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata:
  name: shop
spec:
  resourceSelectors:
    - { group: "", version: v1, kind: Namespace, name: shop }
  strategy:
    applyStrategy:
      type: ServerSideApply
---
apiVersion: batch/v1
kind: Job
metadata:
  name: migrate
  namespace: shop
spec:
  template:
    spec:
      restartPolicy: Never
      containers:
        - name: main
          image: migrate:1.0
---
# Force helps with conflicts, and the selector of a Job is immutable.
apiVersion: placement.kubernetes-fleet.io/v1
kind: ResourcePlacement
metadata:
  name: seed
  namespace: tools
spec:
  resourceSelectors:
    - { group: batch, version: v1, kind: Job, name: seed }
  strategy:
    applyStrategy:
      type: ServerSideApply
      serverSideApplyConfig:
        force: true
---
apiVersion: batch/v1
kind: Job
metadata:
  name: seed
  namespace: tools
spec:
  template:
    spec:
      restartPolicy: Never
      containers:
        - name: main
          image: seed:1.0
\`\`\`

fleet-gate says:

\`\`\`text
FAILED: bad.yaml:10:13 Server-side apply of Job/shop/migrate fails from the second apply on: it asks for an empty selector (and 1 more finding)
  first: Use the default \`ClientSideApply\` in the placement of the Job.
  2 errors in 4 documents of 1 file, hub v0.3
  depends on 2 objects from elsewhere: Namespace/shop for ClusterResourcePlacement/shop, Namespace/tools for ResourcePlacement/seed

bad.yaml
  10:13  error  Server-side apply of Job/shop/migrate fails from the second apply on: it asks for an empty selector.
      ClusterResourcePlacement/shop \u00b7 job-server-side-apply \u00b7 the hub accepts it, and it fails at run time
      do: Use the default \`ClientSideApply\` in the placement of the Job.
      see bad.yaml:12:1: the Job
      https://fleet-gate.github.io/fleet-gate/rules/job-server-side-apply
      https://kubefleet.dev/docs/troubleshooting/placementapplied
  36:13  error  Server-side apply of Job/tools/seed fails from the second apply on: it asks for an empty selector.
      ResourcePlacement/tools/seed \u00b7 job-server-side-apply \u00b7 the hub accepts it, and it fails at run time
      do: Use the default \`ClientSideApply\` in the placement of the Job.
      see bad.yaml:40:1: the Job
      https://fleet-gate.github.io/fleet-gate/rules/job-server-side-apply
      https://kubefleet.dev/docs/troubleshooting/placementapplied

needed from elsewhere (not in these files)
  Namespace/shop for ClusterResourcePlacement/shop: it is not in these files, and the placement selects it
  Namespace/tools for ResourcePlacement/seed: the Namespace is not in these files, and none of their placements selects it
\`\`\``,"kind-not-served":`## Example

\`shop.yaml\`

\`\`\`yaml
apiVersion: v1
kind: Namespace
metadata: { name: shop }
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata: { name: shop }
spec:
  resourceSelectors:
    - { group: "", version: v1, kind: Namespace, name: shop }
---
apiVersion: keda.sh/v1alpha1
kind: ScaledObject
metadata: { name: cart, namespace: shop }
spec: { scaleTargetRef: { name: cart } }
\`\`\`

fleet-gate says:

\`\`\`text
FAILED: shop.yaml:13:7 The hub does not serve kind ScaledObject of keda.sh/v1alpha1, so it refuses ScaledObject/shop/cart, which shop places
  1 error in 3 documents of 1 file, hub v0.3
  depends on 1 object from elsewhere: CustomResourceDefinition/scaledobjects.keda.sh for ScaledObject/cart

shop.yaml
  13:7  error  The hub does not serve kind ScaledObject of keda.sh/v1alpha1, so it refuses ScaledObject/shop/cart, which shop places.
      ScaledObject/shop/cart \u00b7 kind-not-served \u00b7 the hub refuses it
      do: Install the CustomResourceDefinition on the hub, or put the object into an envelope, whose content the hub does not validate.
      https://fleet-gate.github.io/fleet-gate/rules/kind-not-served
      https://kubefleet.dev/docs/how-tos/envelope-object/

needed from elsewhere (not in these files)
  CustomResourceDefinition/scaledobjects.keda.sh for ScaledObject/cart: there is no definition of kind ScaledObject in these files or on the hub
\`\`\``,"limit-range-refuses":`## Example

\`bad.yaml\`

\`\`\`yaml
apiVersion: v1
kind: Namespace
metadata:
  name: shop
---
apiVersion: v1
kind: LimitRange
metadata:
  name: limits
  namespace: shop
spec:
  limits:
    - type: Container
      max: {cpu: "1"}
      min: {memory: 64Mi}
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata:
  name: shop
spec:
  resourceSelectors:
    - {group: "", version: v1, kind: Namespace, name: shop}
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  namespace: shop
spec:
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers:
        - name: web
          image: nginx:1.29
          resources: {limits: {cpu: "2"}, requests: {memory: 32Mi}}
\`\`\`

fleet-gate says:

\`\`\`text
FAILED: bad.yaml:14:18 Container web of Deployment/shop/web has limits.cpu 2, and the LimitRange allows at most 1 (and 1 more finding)
  first: Change the LimitRange, or the requests and limits of the container.
  2 errors in 4 documents of 1 file, hub v0.3

bad.yaml
  14:18  error  Container web of Deployment/shop/web has limits.cpu 2, and the LimitRange allows at most 1.
      LimitRange/shop/limits \u00b7 limit-range-refuses \u00b7 the hub accepts it, and it fails at run time
      do: Change the LimitRange, or the requests and limits of the container.
      see bad.yaml:38:37: the container
      https://fleet-gate.github.io/fleet-gate/rules/limit-range-refuses
      https://kubernetes.io/docs/concepts/policy/limit-range/
  15:21  error  Container web of Deployment/shop/web has requests.memory 32Mi, and the LimitRange allows at least 64Mi.
      LimitRange/shop/limits \u00b7 limit-range-refuses \u00b7 the hub accepts it, and it fails at run time
      do: Change the LimitRange, or the requests and limits of the container.
      see bad.yaml:38:62: the container
      https://fleet-gate.github.io/fleet-gate/rules/limit-range-refuses
      https://kubernetes.io/docs/concepts/policy/limit-range/
\`\`\``,"member-cannot-join":`## Example

\`bad.yaml\`

\`\`\`yaml
apiVersion: cluster.kubernetes-fleet.io/v1
kind: MemberCluster
metadata:
  name: europe.west
spec:
  identity: {kind: ServiceAccount, name: agent, namespace: fleet-system}
---
apiVersion: cluster.kubernetes-fleet.io/v1
kind: MemberCluster
metadata:
  name: south
spec:
  identity: {kind: User, name: agent, apiGroup: rbac}
\`\`\`

fleet-gate says:

\`\`\`text
FAILED: bad.yaml:4:9 The name has a dot, so the hub cannot create the namespace \`fleet-member-europe.west\`, and the member never joins (and 1 more finding)
  first: Write a hyphen instead of the dot.
  2 errors in 2 documents of 1 file, hub v0.3

bad.yaml
  4:9  error  The name has a dot, so the hub cannot create the namespace \`fleet-member-europe.west\`, and the member never joins.
      MemberCluster/europe.west \u00b7 member-cannot-join \u00b7 the hub accepts it, and it fails at run time
      do: Write a hyphen instead of the dot.
      https://fleet-gate.github.io/fleet-gate/rules/member-cannot-join
      https://kubefleet.dev/docs/how-tos/clusters/
  13:49  error  \`spec.identity.apiGroup\` has to be rbac.authorization.k8s.io for a User. The hub cannot grant the member its rights, so it never joins.
      MemberCluster/south \u00b7 member-cannot-join \u00b7 the hub accepts it, and it fails at run time
      do: Remove it.
      https://fleet-gate.github.io/fleet-gate/rules/member-cannot-join
      https://kubefleet.dev/docs/how-tos/clusters/
\`\`\``,"member-change":`## Example

\`base.yaml\`

\`\`\`yaml
apiVersion: cluster.kubernetes-fleet.io/v1
kind: MemberCluster
metadata:
  name: europe-1
  labels:
    env: prod
spec:
  identity: {kind: ServiceAccount, name: agent, namespace: fleet-system}
---
apiVersion: cluster.kubernetes-fleet.io/v1
kind: MemberCluster
metadata:
  name: asia-1
  labels:
    env: test
spec:
  identity: {kind: ServiceAccount, name: agent, namespace: fleet-system}
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata:
  name: shop
spec:
  resourceSelectors:
    - {group: "", version: v1, kind: Namespace, name: shop}
  policy:
    affinity:
      clusterAffinity:
        requiredDuringSchedulingIgnoredDuringExecution:
          clusterSelectorTerms:
            - labelSelector: {matchLabels: {env: prod}}
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata:
  name: trial
spec:
  resourceSelectors:
    - {group: "", version: v1, kind: Namespace, name: trial}
  policy:
    affinity:
      clusterAffinity:
        requiredDuringSchedulingIgnoredDuringExecution:
          clusterSelectorTerms:
            - labelSelector: {matchLabels: {env: test}}
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata:
  name: named
spec:
  resourceSelectors:
    - {group: "", version: v1, kind: Namespace, name: named}
  policy:
    placementType: PickFixed
    clusterNames: [europe-1]
\`\`\`

\`members.yaml\`

\`\`\`yaml
apiVersion: cluster.kubernetes-fleet.io/v1
kind: MemberCluster
metadata:
  name: europe-1
  labels:
    env: test
spec:
  identity: {kind: ServiceAccount, name: agent, namespace: fleet-system}
---
apiVersion: cluster.kubernetes-fleet.io/v1
kind: MemberCluster
metadata:
  name: asia-1
  labels:
    env: test
spec:
  identity: {kind: ServiceAccount, name: agent, namespace: fleet-system}
\`\`\`

\`placements.yaml\`

\`\`\`yaml
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata:
  name: shop
spec:
  resourceSelectors:
    - {group: "", version: v1, kind: Namespace, name: shop}
  policy:
    affinity:
      clusterAffinity:
        requiredDuringSchedulingIgnoredDuringExecution:
          clusterSelectorTerms:
            - labelSelector: {matchLabels: {env: prod}}
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata:
  name: trial
spec:
  resourceSelectors:
    - {group: "", version: v1, kind: Namespace, name: trial}
  policy:
    affinity:
      clusterAffinity:
        requiredDuringSchedulingIgnoredDuringExecution:
          clusterSelectorTerms:
            - labelSelector: {matchLabels: {env: test}}
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata:
  name: named
spec:
  resourceSelectors:
    - {group: "", version: v1, kind: Namespace, name: named}
  policy:
    placementType: PickFixed
    clusterNames: [europe-1]
\`\`\`

\`clusters.yaml\`

\`\`\`yaml
apiVersion: cluster.kubernetes-fleet.io/v1
kind: MemberCluster
metadata:
  name: europe-1
  labels: {env: prod}
spec:
  identity: {kind: ServiceAccount, name: agent, namespace: fleet-system}
status:
  agentStatus:
    - type: MemberAgent
      lastReceivedHeartbeat: "2026-06-01T12:00:00Z"
      conditions:
        - {type: Joined, status: "True", reason: Joined, lastTransitionTime: "2026-05-01T00:00:00Z"}
        - {type: Healthy, status: "True", reason: Healthy, lastTransitionTime: "2026-05-01T00:00:00Z"}
---
apiVersion: cluster.kubernetes-fleet.io/v1
kind: MemberCluster
metadata:
  name: asia-1
  labels: {env: test}
spec:
  identity: {kind: ServiceAccount, name: agent, namespace: fleet-system}
status:
  agentStatus:
    - type: MemberAgent
      lastReceivedHeartbeat: "2026-06-01T12:00:00Z"
      conditions:
        - {type: Joined, status: "True", reason: Joined, lastTransitionTime: "2026-05-01T00:00:00Z"}
        - {type: Healthy, status: "True", reason: Healthy, lastTransitionTime: "2026-05-01T00:00:00Z"}
\`\`\`

fleet-gate says:

\`\`\`text
PASSED with 1 warning: members.yaml:6:5 With its new labels (env) europe-1 gets ClusterResourcePlacement/trial, no longer matches ClusterResourcePlacement/shop but keeps its content
  1 warning in 5 documents of 2 files, hub v0.3
  depends on 3 objects from elsewhere: Namespace/named for ClusterResourcePlacement/named, Namespace/shop for ClusterResourcePlacement/shop and 1 more

members.yaml
  6:5  warning  With its new labels (env) europe-1 gets ClusterResourcePlacement/trial, no longer matches ClusterResourcePlacement/shop but keeps its content.
      MemberCluster/europe-1 \u00b7 member-change \u00b7 accepted, but without the intended effect
      do: Check that the change affects the intended placements. To remove a placement from a cluster that keeps it, evict it or change its policy.
      see placements.yaml:9:5: the policy of ClusterResourcePlacement/shop
      see placements.yaml:23:5: the policy of ClusterResourcePlacement/trial
      https://fleet-gate.github.io/fleet-gate/rules/member-change
      https://kubefleet.dev/docs/troubleshooting/placementscheduled

needed from elsewhere (not in these files)
  Namespace/named for ClusterResourcePlacement/named: it is not in these files, and the placement selects it
  Namespace/shop for ClusterResourcePlacement/shop: it is not in these files, and the placement selects it
  Namespace/trial for ClusterResourcePlacement/trial: it is not in these files, and the placement selects it
\`\`\``,"member-labels-on-azure":`## Example

\`base.yaml\`

\`\`\`yaml
apiVersion: cluster.kubernetes-fleet.io/v1
kind: MemberCluster
metadata:
  name: west-1
  labels:
    env: prod
spec: { identity: { kind: User, name: fleet-west-1 } }
\`\`\`

\`members.yaml\`

\`\`\`yaml
apiVersion: cluster.kubernetes-fleet.io/v1
kind: MemberCluster
metadata:
  name: west-1
  labels:
    env: prod
    tier: gold
spec: { identity: { kind: User, name: fleet-west-1 } }
\`\`\`

fleet-gate says:

\`\`\`text
FAILED: members.yaml:7:5 Azure\u2019s hub refuses the change of labels of west-1: tier
  1 error in 1 document of 1 file, hub aks

members.yaml
  7:5  error  Azure\u2019s hub refuses the change of labels of west-1: tier.
      MemberCluster/west-1 \u00b7 member-labels-on-azure \u00b7 the hub refuses it
      do: Set the labels in Azure
            az fleet member update --member-labels
          and remove them from the manifest.
      https://fleet-gate.github.io/fleet-gate/rules/member-labels-on-azure
      https://learn.microsoft.com/azure/kubernetes-fleet/concepts-member-cluster-types
\`\`\``,"moved-between-placements":`## Example

\`base.yaml\`

\`\`\`yaml
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: widgets.example.com
spec:
  group: example.com
  scope: Namespaced
  names: {kind: Widget, plural: widgets}
  versions:
    - {name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}
---
apiVersion: v1
kind: Namespace
metadata:
  name: shop
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata:
  name: shop
spec:
  resourceSelectors:
    - {group: "", version: v1, kind: Namespace, name: shop}
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata:
  name: definitions
spec:
  resourceSelectors:
    - {group: apiextensions.k8s.io, version: v1, kind: CustomResourceDefinition, name: widgets.example.com}
\`\`\`

\`manifests.yaml\`

\`\`\`yaml
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: widgets.example.com
spec:
  group: example.com
  scope: Namespaced
  names: {kind: Widget, plural: widgets}
  versions:
    - {name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}
---
apiVersion: v1
kind: Namespace
metadata:
  name: shop
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata:
  name: online-shop
spec:
  resourceSelectors:
    - {group: "", version: v1, kind: Namespace, name: shop}
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata:
  name: kinds
spec:
  resourceSelectors:
    - {group: apiextensions.k8s.io, version: v1, kind: CustomResourceDefinition, name: widgets.example.com}
\`\`\`

fleet-gate says:

\`\`\`text
PASSED with 2 warnings: manifests.yaml:4:9 CustomResourceDefinition/widgets.example.com moves from ClusterResourcePlacement/definitions to ClusterResourcePlacement/kinds: KubeFleet deletes it from the clusters before it is created again, and with it every object of the kind (and 1 more finding)
  2 warnings in 4 documents of 1 file, hub v0.3

manifests.yaml
  4:9  warning  CustomResourceDefinition/widgets.example.com moves from ClusterResourcePlacement/definitions to ClusterResourcePlacement/kinds: KubeFleet deletes it from the clusters before it is created again, and with it every object of the kind.
      CustomResourceDefinition/widgets.example.com \u00b7 moved-between-placements \u00b7 accepted, but without the intended effect
      do: Leave it with ClusterResourcePlacement/definitions, or save what would be deleted.
      see manifests.yaml:31:5: ClusterResourcePlacement/kinds selects it now
      https://fleet-gate.github.io/fleet-gate/rules/moved-between-placements
      https://kubefleet.dev/docs/troubleshooting/placementapplied
  15:9  warning  Namespace/shop moves from ClusterResourcePlacement/shop to ClusterResourcePlacement/online-shop: KubeFleet deletes it from the clusters before it is created again, and with it everything in it.
      Namespace/shop \u00b7 moved-between-placements \u00b7 accepted, but without the intended effect
      do: Leave it with ClusterResourcePlacement/shop, or save what would be deleted.
      see manifests.yaml:23:5: ClusterResourcePlacement/online-shop selects it now
      https://fleet-gate.github.io/fleet-gate/rules/moved-between-placements
      https://kubefleet.dev/docs/troubleshooting/placementapplied
\`\`\``,"name-too-long":`## Example

\`bad.yaml\`

\`\`\`yaml
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ResourcePlacement
metadata:
  name: storefront-of-the-shop-in-europe-with-all-of-its-departments-and-cellars
  namespace: shop
spec:
  resourceSelectors:
    - {group: apps, version: v1, kind: Deployment, name: web}
\`\`\`

fleet-gate says:

\`\`\`text
FAILED: bad.yaml:4:9 The name of this ResourcePlacement has 72 characters, and the hub cannot process names longer than 63
  1 error in 1 document of 1 file, hub v0.3
  depends on 2 objects from elsewhere: Deployment/shop/web for ResourcePlacement/storefront-of-the-shop-in-europe-with-all-of-its-departments-and-cellars, Namespace/shop for ResourcePlacement/storefront-of-the-shop-in-europe-with-all-of-its-departments-and-cellars

bad.yaml
  4:9  error  The name of this ResourcePlacement has 72 characters, and the hub cannot process names longer than 63.
      ResourcePlacement/shop/storefront-of-the-shop-in-europe-with-all-of-its-departments-and-cellars \u00b7 name-too-long \u00b7 the hub accepts it, and it fails at run time
      do: Shorten the name to 63 characters.
      https://fleet-gate.github.io/fleet-gate/rules/name-too-long
      https://kubefleet.dev/docs/api-reference/

needed from elsewhere (not in these files)
  Deployment/shop/web for ResourcePlacement/storefront-of-the-shop-in-europe-with-all-of-its-departments-and-cellars: it is not in these files, and the placement selects it
  Namespace/shop for ResourcePlacement/storefront-of-the-shop-in-europe-with-all-of-its-departments-and-cellars: the Namespace is not in these files, and none of their placements selects it
\`\`\``,"name-with-dot":`## Example

\`bad.yaml\`

\`\`\`yaml
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata:
  name: shop.web
spec:
  resourceSelectors:
    - group: ""
      version: v1
      kind: Namespace
      name: shop
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ResourcePlacement
metadata:
  name: shop.settings
  namespace: shop
spec:
  resourceSelectors:
    - group: ""
      version: v1
      kind: ConfigMap
      name: settings
\`\`\`

fleet-gate says:

\`\`\`text
FAILED: bad.yaml:4:9 The name \`shop.web\` has a dot, which is not valid in the name of a binding: the placement would stay unscheduled forever (and 1 more finding)
  first: Write a hyphen instead of the dot. This creates a new placement.
  2 errors in 2 documents of 1 file, hub v0.3
  depends on 2 objects from elsewhere: ConfigMap/shop/settings for ResourcePlacement/shop.settings, Namespace/shop for ClusterResourcePlacement/shop.web and 1 more

bad.yaml
  4:9  error  The name \`shop.web\` has a dot, which is not valid in the name of a binding: the placement would stay unscheduled forever.
      ClusterResourcePlacement/shop.web \u00b7 name-with-dot \u00b7 the hub accepts it, and it fails at run time
      do: Write a hyphen instead of the dot. This creates a new placement.
      https://fleet-gate.github.io/fleet-gate/rules/name-with-dot
      https://kubernetes.io/docs/concepts/overview/working-with-objects/names/
  15:9  error  The name \`shop.settings\` has a dot, which is not valid in the name of a binding: the placement would stay unscheduled forever.
      ResourcePlacement/shop/shop.settings \u00b7 name-with-dot \u00b7 the hub accepts it, and it fails at run time
      do: Write a hyphen instead of the dot. This creates a new placement.
      https://fleet-gate.github.io/fleet-gate/rules/name-with-dot
      https://kubernetes.io/docs/concepts/overview/working-with-objects/names/

needed from elsewhere (not in these files)
  ConfigMap/shop/settings for ResourcePlacement/shop.settings: it is not in these files, and the placement selects it
  Namespace/shop for ClusterResourcePlacement/shop.web and 1 more: it is not in these files, and the placement selects it
\`\`\``,"namespace-not-there":`## Example

\`fleet.yaml\`

\`\`\`yaml
apiVersion: placement.kubernetes-fleet.io/v1
kind: ResourceOverride
metadata:
  name: worker
  namespace: batch
spec:
  resourceSelectors:
    - { group: apps, version: v1, kind: Deployment, name: worker }
  policy:
    overrideRules:
      - clusterSelector: { clusterSelectorTerms: [] }
        jsonPatchOverrides: [{ op: replace, path: /spec/replicas, value: 3 }]
---
# Told once for each namespace.
apiVersion: placement.kubernetes-fleet.io/v1
kind: StagedUpdateRun
metadata: { name: worker-1, namespace: batch }
spec: { placementName: worker, stagedRolloutStrategyName: waves, state: Run }
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: StagedUpdateStrategy
metadata:
  name: waves
  namespace: shopp
spec: { stages: [{ name: all, labelSelector: {} }] }
\`\`\`

fleet-gate says:

\`\`\`text
FAILED: fleet.yaml:5:14 Namespace batch is neither among the manifests nor on the hub, so the hub refuses ResourceOverride/batch/worker (and 1 more finding)
  first: Add the Namespace to the manifests, or create it on the hub before they are applied.
  2 errors in 3 documents of 1 file, hub v0.3

fleet.yaml
  5:14  error  Namespace batch is neither among the manifests nor on the hub, so the hub refuses ResourceOverride/batch/worker.
      ResourceOverride/batch/worker \u00b7 namespace-not-there \u00b7 the hub refuses it
      do: Add the Namespace to the manifests, or create it on the hub before they are applied.
      https://fleet-gate.github.io/fleet-gate/rules/namespace-not-there
      https://kubernetes.io/docs/concepts/overview/working-with-objects/namespaces/
  24:14  error  Namespace shopp is neither among the manifests nor on the hub, so the hub refuses StagedUpdateStrategy/shopp/waves.
      StagedUpdateStrategy/shopp/waves \u00b7 namespace-not-there \u00b7 the hub refuses it
      do: Did you mean shop?
      https://fleet-gate.github.io/fleet-gate/rules/namespace-not-there
      https://kubernetes.io/docs/concepts/overview/working-with-objects/namespaces/
\`\`\``,"no-update-budget":`## Example

\`bad.yaml\`

\`\`\`yaml
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterResourcePlacement
metadata:
  name: shop
spec:
  resourceSelectors:
    - group: ""
      version: v1
      kind: Namespace
      name: shop
  strategy:
    rollingUpdate:
      maxUnavailable: 0
      maxSurge: 1
---
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterResourcePlacement
metadata:
  name: orders
spec:
  resourceSelectors:
    - group: ""
      version: v1
      kind: Namespace
      name: shop
  strategy:
    type: RollingUpdate
    rollingUpdate:
      maxUnavailable: 0%
\`\`\`

fleet-gate says:

\`\`\`text
PASSED with 2 warnings: bad.yaml:13:23 With \`maxUnavailable: 0\` an update is never rolled out to a cluster that already has the resources (and 1 more finding)
  2 warnings in 2 documents of 1 file, hub v0.3
  depends on 1 object from elsewhere: Namespace/shop for ClusterResourcePlacement/shop and 1 more

bad.yaml
  13:23  warning  With \`maxUnavailable: 0\` an update is never rolled out to a cluster that already has the resources.
      ClusterResourcePlacement/shop \u00b7 no-update-budget \u00b7 accepted, but without the intended effect
      do: Write \`maxUnavailable: 1\` or a percentage such as \`25%\`, which is the default.
      https://fleet-gate.github.io/fleet-gate/rules/no-update-budget
      https://kubefleet.dev/docs/troubleshooting/placementrolloutstarted
  29:23  warning  With \`maxUnavailable: 0%\` an update is never rolled out to a cluster that already has the resources.
      ClusterResourcePlacement/orders \u00b7 no-update-budget \u00b7 accepted, but without the intended effect
      do: Write \`maxUnavailable: 1\` or a percentage such as \`25%\`, which is the default.
      https://fleet-gate.github.io/fleet-gate/rules/no-update-budget
      https://kubefleet.dev/docs/troubleshooting/placementrolloutstarted

needed from elsewhere (not in these files)
  Namespace/shop for ClusterResourcePlacement/shop and 1 more: it is not in these files, and the placement selects it
\`\`\``,"nothing-tracked":`## Example

\`bad.yaml\`

\`\`\`yaml
apiVersion: batch/v1
kind: Job
metadata:
  name: migrate
  namespace: shop
spec:
  template:
    spec:
      restartPolicy: Never
      containers: [{name: migrate, image: "registry.example.com/migrate:1.2"}]
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: settings
  namespace: shop
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ResourcePlacement
metadata:
  name: migrate
  namespace: shop
spec:
  resourceSelectors:
    - {group: batch, version: v1, kind: Job, name: migrate}
    - {group: "", version: v1, kind: ConfigMap, name: settings}
---
# A kind is enough; the object may be kept elsewhere.
apiVersion: placement.kubernetes-fleet.io/v1
kind: ResourcePlacement
metadata:
  name: models
  namespace: models
spec:
  resourceSelectors:
    - {group: models.example.com, version: v1, kind: Model, name: small}
---
# A whole namespace that contains only an external address and a timetable.
apiVersion: v1
kind: Service
metadata:
  name: mail
  namespace: office
spec: {type: ExternalName, externalName: mail.example.com}
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata:
  name: office
spec:
  resourceSelectors:
    - {group: "", version: v1, kind: Namespace, name: office}
---
# The content of an envelope is checked.
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ResourceEnvelope
metadata:
  name: nightly
  namespace: books
data:
  job.yaml:
    apiVersion: batch/v1
    kind: CronJob
    metadata: {name: nightly, namespace: books}
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ResourcePlacement
metadata:
  name: nightly
  namespace: books
spec:
  resourceSelectors:
    - {group: placement.kubernetes-fleet.io, version: v1beta1, kind: ResourceEnvelope, name: nightly}
\`\`\`

fleet-gate says:

\`\`\`text
PASSED with 4 notices: bad.yaml:24:3 This placement sends Job, whose availability KubeFleet does not track: green means applied, not working (and 3 more findings)
  4 notices in 8 documents of 1 file, hub v0.3
  depends on 6 objects from elsewhere: CustomResourceDefinition/models.models.example.com for ResourcePlacement/models, Model/models/small for ResourcePlacement/models and 4 more

bad.yaml
  24:3  notice  This placement sends Job, whose availability KubeFleet does not track: green means applied, not working.
      ResourcePlacement/shop/migrate \u00b7 nothing-tracked \u00b7 worth knowing
      do: Check the objects on the members (\`kubectl get\`), or let the deploy wait for them in another way.
      https://fleet-gate.github.io/fleet-gate/rules/nothing-tracked
      https://kubefleet.dev/docs/troubleshooting/placementavailable
  35:3  notice  This placement sends Model, whose availability KubeFleet does not track: green means applied, not working.
      ResourcePlacement/models/models \u00b7 nothing-tracked \u00b7 worth knowing
      do: Check the objects on the members (\`kubectl get\`), or let the deploy wait for them in another way.
      https://fleet-gate.github.io/fleet-gate/rules/nothing-tracked
      https://kubefleet.dev/docs/troubleshooting/placementavailable
  51:3  notice  This placement sends Service, whose availability KubeFleet does not track: green means applied, not working.
      ClusterResourcePlacement/office \u00b7 nothing-tracked \u00b7 worth knowing
      do: Check the objects on the members (\`kubectl get\`), or let the deploy wait for them in another way.
      https://fleet-gate.github.io/fleet-gate/rules/nothing-tracked
      https://kubefleet.dev/docs/troubleshooting/placementavailable
  72:3  notice  This placement sends CronJob, whose availability KubeFleet does not track: green means applied, not working.
      ResourcePlacement/books/nightly \u00b7 nothing-tracked \u00b7 worth knowing
      do: Check the objects on the members (\`kubectl get\`), or let the deploy wait for them in another way.
      https://fleet-gate.github.io/fleet-gate/rules/nothing-tracked
      https://kubefleet.dev/docs/troubleshooting/placementavailable

needed from elsewhere (not in these files)
  CustomResourceDefinition/models.models.example.com for ResourcePlacement/models: there is no definition of kind Model in these files, and the placement selects it
  Model/models/small for ResourcePlacement/models: it is not in these files, and the placement selects it
  Namespace/books for ResourcePlacement/nightly: the Namespace is not in these files, and none of their placements selects it
  Namespace/models for ResourcePlacement/models: the Namespace is not in these files, and none of their placements selects it
  Namespace/office for ClusterResourcePlacement/office: it is not in these files, and the placement selects it
  Namespace/shop for ResourcePlacement/migrate: the Namespace is not in these files, and none of their placements selects it

PASSED with 4 notices: bad.yaml:24:3 This placement sends Job, whose availability KubeFleet does not track: green means applied, not working (and 3 more findings)
\`\`\``,"object-malformed":`## Example

\`bad.yaml\`

\`\`\`yaml
apiVersion: v1
kind: Namespace
metadata:
  name: shop
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata:
  name: shop
spec:
  resourceSelectors:
    - {group: "", version: v1, kind: Namespace, name: shop}
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: cart
  namespace: shop
  labels: {release: 4}
spec:
  replicas: "three"
  template:
    metadata: {labels: {app: cart}}
    spec:
      terminationGracePeriodSeconds: 30s
      containers:
        - image: registry.example/cart:1.4
          imagePullPolicy: always
          env:
            - {name: PORT, value: 8080}
          ports:
            - {containerPort: "8080", protocol: Tcp}
          resources:
            limits: {memory: 1 Gi}
      volumes: {name: scratch}
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: settings
  namespace: shop
data:
  retries: 3
  verbose: true
\`\`\`

fleet-gate says:

\`\`\`text
FAILED: bad.yaml:19:21 The hub refuses Deployment/shop/cart, which shop selects: \`metadata.labels.release\` must be a text, not a number (and 12 more findings)
  first: Put it in quotes.
  13 errors in 4 documents of 1 file, hub v0.3

bad.yaml
  19:21  error  The hub refuses Deployment/shop/cart, which shop selects: \`metadata.labels.release\` must be a text, not a number.
      Deployment/shop/cart \u00b7 object-malformed \u00b7 the hub refuses it
      do: Put it in quotes.
      see bad.yaml:12:5: shop selects it
      https://fleet-gate.github.io/fleet-gate/rules/object-malformed
      https://kubernetes.io/docs/reference/using-api/api-concepts/
  20:1  error  The hub refuses Deployment/shop/cart, which shop selects: \`spec.selector\` is required.
      Deployment/shop/cart \u00b7 object-malformed \u00b7 the hub refuses it
      do: Add \`spec.selector\`.
      see bad.yaml:12:5: shop selects it
      https://fleet-gate.github.io/fleet-gate/rules/object-malformed
      https://kubernetes.io/docs/reference/using-api/api-concepts/
  21:13  error  The hub refuses Deployment/shop/cart, which shop selects: \`spec.replicas\` must be a whole number, not the text "three".
      Deployment/shop/cart \u00b7 object-malformed \u00b7 the hub refuses it
      do: Write a whole number.
      see bad.yaml:12:5: shop selects it
      https://fleet-gate.github.io/fleet-gate/rules/object-malformed
      https://kubernetes.io/docs/reference/using-api/api-concepts/
  25:38  error  The hub refuses Deployment/shop/cart, which shop selects: \`spec.template.spec.terminationGracePeriodSeconds\` must be a whole number, not the text "30s".
      Deployment/shop/cart \u00b7 object-malformed \u00b7 the hub refuses it
      do: Write a whole number.
      see bad.yaml:12:5: shop selects it
      https://fleet-gate.github.io/fleet-gate/rules/object-malformed
      https://kubernetes.io/docs/reference/using-api/api-concepts/
  27:11  error  The hub refuses Deployment/shop/cart, which shop selects: \`spec.template.spec.containers[0].name\` is required.
      Deployment/shop/cart \u00b7 object-malformed \u00b7 the hub refuses it
      do: Add \`spec.template.spec.containers[0].name\`.
      see bad.yaml:12:5: shop selects it
      https://fleet-gate.github.io/fleet-gate/rules/object-malformed
      https://kubernetes.io/docs/reference/using-api/api-concepts/
  28:28  error  The hub refuses Deployment/shop/cart, which shop selects: \`spec.template.spec.containers[0].imagePullPolicy\` cannot be "always".
      Deployment/shop/cart \u00b7 object-malformed \u00b7 the hub refuses it
      do: Write \`Always\`.
      see bad.yaml:12:5: shop selects it
      https://fleet-gate.github.io/fleet-gate/rules/object-malformed
      https://kubernetes.io/docs/reference/using-api/api-concepts/
  30:35  error  The hub refuses Deployment/shop/cart, which shop selects: \`spec.template.spec.containers[0].env[0].value\` must be a text, not a number.
      Deployment/shop/cart \u00b7 object-malformed \u00b7 the hub refuses it
      do: Put it in quotes.
      see bad.yaml:12:5: shop selects it
      https://fleet-gate.github.io/fleet-gate/rules/object-malformed
      https://kubernetes.io/docs/reference/using-api/api-concepts/
  32:31  error  The hub refuses Deployment/shop/cart, which shop selects: \`spec.template.spec.containers[0].ports[0].containerPort\` must be a whole number, not the text "8080".
      Deployment/shop/cart \u00b7 object-malformed \u00b7 the hub refuses it
      do: Write it without quotes.
      see bad.yaml:12:5: shop selects it
      https://fleet-gate.github.io/fleet-gate/rules/object-malformed
      https://kubernetes.io/docs/reference/using-api/api-concepts/
  32:49  error  The hub refuses Deployment/shop/cart, which shop selects: \`spec.template.spec.containers[0].ports[0].protocol\` cannot be "Tcp".
      Deployment/shop/cart \u00b7 object-malformed \u00b7 the hub refuses it
      do: Write \`TCP\`.
      see bad.yaml:12:5: shop selects it
      https://fleet-gate.github.io/fleet-gate/rules/object-malformed
      https://kubernetes.io/docs/reference/using-api/api-concepts/
  34:30  error  The hub refuses Deployment/shop/cart, which shop selects: \`spec.template.spec.containers[0].resources.limits.memory\` must be a quantity such as \`500m\` or \`1Gi\`, not the text "1 Gi".
      Deployment/shop/cart \u00b7 object-malformed \u00b7 the hub refuses it
      do: Write a quantity such as \`500m\` or \`1Gi\`.
      see bad.yaml:12:5: shop selects it
      https://fleet-gate.github.io/fleet-gate/rules/object-malformed
      https://kubernetes.io/docs/reference/using-api/api-concepts/
  35:16  error  The hub refuses Deployment/shop/cart, which shop selects: \`spec.template.spec.volumes\` must be a list, not a mapping.
      Deployment/shop/cart \u00b7 object-malformed \u00b7 the hub refuses it
      do: Write a list.
      see bad.yaml:12:5: shop selects it
      https://fleet-gate.github.io/fleet-gate/rules/object-malformed
      https://kubernetes.io/docs/reference/using-api/api-concepts/
  43:12  error  The hub refuses ConfigMap/shop/settings, which shop selects: \`data.retries\` must be a text, not a number.
      ConfigMap/shop/settings \u00b7 object-malformed \u00b7 the hub refuses it
      do: Put it in quotes.
      see bad.yaml:12:5: shop selects it
      https://fleet-gate.github.io/fleet-gate/rules/object-malformed
      https://kubernetes.io/docs/reference/using-api/api-concepts/
  44:12  error  The hub refuses ConfigMap/shop/settings, which shop selects: \`data.verbose\` must be a text, not true.
      ConfigMap/shop/settings \u00b7 object-malformed \u00b7 the hub refuses it
      do: Put it in quotes.
      see bad.yaml:12:5: shop selects it
      https://fleet-gate.github.io/fleet-gate/rules/object-malformed
      https://kubernetes.io/docs/reference/using-api/api-concepts/

FAILED: bad.yaml:19:21 The hub refuses Deployment/shop/cart, which shop selects: \`metadata.labels.release\` must be a text, not a number (and 12 more findings)
\`\`\``,"overlapping-placements":`## Example

\`placements.yaml\`

\`\`\`yaml
# The hub has two placements that the manifests do not hold: one of the namespace, one of an object in it.
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata: { name: shop }
spec:
  resourceSelectors:
    - { group: "", version: v1, kind: Namespace, name: shop }
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ResourcePlacement
metadata: { name: press, namespace: press }
spec:
  resourceSelectors:
    - { group: "", version: v1, kind: ConfigMap, name: banner }
\`\`\`

fleet-gate says:

\`\`\`text
FAILED: placements.yaml:7:7 ConfigMap/shop/settings is placed by ResourcePlacement/shop/settings, which only the hub has, as well, and a cluster accepts it from only one of them (and 1 more finding)
  first: Let only one placement select the object: narrow the selectors, or pick different clusters. To place single objects of a namespace, select the Namespace with \`selectionScope: NamespaceOnly\`.
  2 errors in 2 documents of 1 file, hub v0.3

placements.yaml
  7:7  error  ConfigMap/shop/settings is placed by ResourcePlacement/shop/settings, which only the hub has, as well, and a cluster accepts it from only one of them.
      ClusterResourcePlacement/shop \u00b7 overlapping-placements \u00b7 the hub accepts it, and it fails at run time
      do: Let only one placement select the object: narrow the selectors, or pick different clusters. To place single objects of a namespace, select the Namespace with \`selectionScope: NamespaceOnly\`.
      https://fleet-gate.github.io/fleet-gate/rules/overlapping-placements
      https://kubefleet.dev/docs/troubleshooting/placementapplied
  14:7  error  ConfigMap/press/banner is placed by ClusterResourcePlacement/of-the-press, which only the hub has, as well, and a cluster accepts it from only one of them.
      ResourcePlacement/press/press \u00b7 overlapping-placements \u00b7 the hub accepts it, and it fails at run time
      do: Let only one placement select the object: narrow the selectors, or pick different clusters. To place single objects of a namespace, select the Namespace with \`selectionScope: NamespaceOnly\`.
      https://fleet-gate.github.io/fleet-gate/rules/overlapping-placements
      https://kubefleet.dev/docs/troubleshooting/placementapplied
\`\`\``,"override-enveloped":`## Example

\`override.yaml\`

\`\`\`yaml
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ResourceEnvelope
metadata:
  name: quotas
  namespace: shop
data:
  quota.yaml:
    apiVersion: v1
    kind: ResourceQuota
    metadata:
      name: pods
      namespace: shop
    spec:
      hard:
        pods: "10"
---
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ResourceOverride
metadata:
  name: bigger-quota
  namespace: shop
spec:
  resourceSelectors:
    - {group: placement.kubernetes-fleet.io, version: v1beta1, kind: ResourceEnvelope, name: quotas}
  policy:
    overrideRules:
      - clusterSelector:
          clusterSelectorTerms: []
        jsonPatchOverrides:
          - {op: replace, path: /data/quota.yaml/spec/hard/pods, value: "50"}
\`\`\`

fleet-gate says:

\`\`\`text
PASSED with 1 warning: override.yaml:24:7 The main branch of KubeFleet ignores overrides for ResourceEnvelope/shop/quotas itself: it applies them to the objects in an envelope
  1 warning in 2 documents of 1 file, hub main

override.yaml
  24:7  warning  The main branch of KubeFleet ignores overrides for ResourceEnvelope/shop/quotas itself: it applies them to the objects in an envelope.
      ResourceOverride/shop/bigger-quota \u00b7 override-enveloped \u00b7 accepted, but without the intended effect
      do: Select the object in the envelope instead, and write paths without \`/data/\` and its key.
      see override.yaml:1:1: ResourceEnvelope/shop/quotas
      https://fleet-gate.github.io/fleet-gate/rules/override-enveloped
      https://kubefleet.dev/docs/how-tos/envelope-object/
\`\`\``,"override-kind-scope":`## Example

\`bad.yaml\`

\`\`\`yaml
apiVersion: placement.kubernetes-fleet.io/v1
kind: ResourceOverride
metadata:
  name: shop
  namespace: shop
spec:
  resourceSelectors:
    - group: ""
      version: v1
      kind: Namespace
      name: shop
    - group: apps
      version: v1
      kind: Deployment
      name: shop
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourceOverride
metadata:
  name: shop
spec:
  clusterResourceSelectors:
    - group: apps
      version: v1
      kind: Deployment
      name: shop
    - group: shop.example.com
      version: v1
      kind: Discount
      name: summer
---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: discounts.shop.example.com
spec:
  group: shop.example.com
  names: {kind: Discount, plural: discounts}
  scope: Namespaced
  versions: [{name: v1, served: true, storage: true}]
\`\`\`

fleet-gate says:

\`\`\`text
PASSED with 3 warnings: bad.yaml:10:13 A ResourceOverride never matches kind Namespace, which is cluster-scoped (and 2 more findings)
  3 warnings in 3 documents of 1 file, hub v0.3
  depends on 1 object from elsewhere: Deployment/shop/shop for ResourceOverride/shop

bad.yaml
  10:13  warning  A ResourceOverride never matches kind Namespace, which is cluster-scoped.
      ResourceOverride/shop/shop \u00b7 override-kind-scope \u00b7 accepted, but without the intended effect
      do: Select the Namespace in a ClusterResourceOverride.
      https://fleet-gate.github.io/fleet-gate/rules/override-kind-scope
      https://kubefleet.dev/docs/concepts/override/
  25:13  warning  A ClusterResourceOverride never matches kind Deployment, which is namespaced.
      ClusterResourceOverride/shop \u00b7 override-kind-scope \u00b7 accepted, but without the intended effect
      do: Select the Deployment in a ResourceOverride of its namespace.
      https://fleet-gate.github.io/fleet-gate/rules/override-kind-scope
      https://kubefleet.dev/docs/concepts/override/
  29:13  warning  A ClusterResourceOverride never matches kind Discount, which is namespaced.
      ClusterResourceOverride/shop \u00b7 override-kind-scope \u00b7 accepted, but without the intended effect
      do: Select the Discount in a ResourceOverride of its namespace.
      https://fleet-gate.github.io/fleet-gate/rules/override-kind-scope
      https://kubefleet.dev/docs/concepts/override/

needed from elsewhere (not in these files)
  Deployment/shop/shop for ResourceOverride/shop: it is not in these files, and the override selects it
\`\`\``,"override-left-out-by-run":`## Example

\`bad.yaml\`

\`\`\`yaml
apiVersion: placement.kubernetes-fleet.io/v1
kind: ResourcePlacement
metadata: { name: cart, namespace: shop }
spec:
  resourceSelectors:
    - { group: "", version: v1, kind: ConfigMap, name: cart }
  strategy: { type: External }
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ResourceOverride
metadata: { name: cart, namespace: shop }
spec:
  placement:
    name: cart
    scope: Namespaced
  resourceSelectors:
    - { group: "", version: v1, kind: ConfigMap, name: cart }
  policy:
    overrideRules:
      - clusterSelector: { clusterSelectorTerms: [] }
        jsonPatchOverrides: [{ op: replace, path: /data/level, value: debug }]
\`\`\`

fleet-gate says:

\`\`\`text
PASSED with 1 warning: bad.yaml:15:12 ResourcePlacement/shop/cart is rolled out by update runs, and a run ignores overrides that name it with \`scope: Namespaced\`
  1 warning in 2 documents of 1 file, hub v0.3
  depends on 2 objects from elsewhere: ConfigMap/shop/cart for ResourcePlacement/cart and 1 more, Namespace/shop for ResourcePlacement/cart

bad.yaml
  15:12  warning  ResourcePlacement/shop/cart is rolled out by update runs, and a run ignores overrides that name it with \`scope: Namespaced\`.
      ResourceOverride/shop/cart \u00b7 override-left-out-by-run \u00b7 accepted, but without the intended effect
      do: Leave out \`spec.placement\`, so that the override is for every placement of the object, or use \`strategy.type: RollingUpdate\`.
      see bad.yaml:7:21: its rollout strategy
      https://fleet-gate.github.io/fleet-gate/rules/override-left-out-by-run
      https://kubefleet.dev/docs/how-tos/resource-override/

needed from elsewhere (not in these files)
  ConfigMap/shop/cart for ResourcePlacement/cart and 1 more: it is not in these files, and the placement selects it
  Namespace/shop for ResourcePlacement/cart: the Namespace is not in these files, and none of their placements selects it
\`\`\``,"override-limit":`## Example

\`bad.yaml\`

\`\`\`yaml
apiVersion: v1
kind: List
items:
  - { apiVersion: placement.kubernetes-fleet.io/v1, kind: ClusterResourceOverride, metadata: { name: team-001 }, spec: { clusterResourceSelectors: [{ group: "", version: v1, kind: Namespace, name: team-001 }], policy: { overrideRules: [{ clusterSelector: { clusterSelectorTerms: [] }, jsonPatchOverrides: [{ op: add, path: /metadata/labels/tier, value: gold }] }] } } }
  - { apiVersion: placement.kubernetes-fleet.io/v1, kind: ClusterResourceOverride, metadata: { name: team-002 }, spec: { clusterResourceSelectors: [{ group: "", version: v1, kind: Namespace, name: team-002 }], policy: { overrideRules: [{ clusterSelector: { clusterSelectorTerms: [] }, jsonPatchOverrides: [{ op: add, path: /metadata/labels/tier, value: gold }] }] } } }
  - { apiVersion: placement.kubernetes-fleet.io/v1, kind: ClusterResourceOverride, metadata: { name: team-003 }, spec: { clusterResourceSelectors: [{ group: "", version: v1, kind: Namespace, name: team-003 }], policy: { overrideRules: [{ clusterSelector: { clusterSelectorTerms: [] }, jsonPatchOverrides: [{ op: add, path: /metadata/labels/tier, value: gold }] }] } } }
# \u2026 95 lines like these
  - { apiVersion: placement.kubernetes-fleet.io/v1, kind: ClusterResourceOverride, metadata: { name: team-099 }, spec: { clusterResourceSelectors: [{ group: "", version: v1, kind: Namespace, name: team-099 }], policy: { overrideRules: [{ clusterSelector: { clusterSelectorTerms: [] }, jsonPatchOverrides: [{ op: add, path: /metadata/labels/tier, value: gold }] }] } } }
  - { apiVersion: placement.kubernetes-fleet.io/v1, kind: ClusterResourceOverride, metadata: { name: team-100 }, spec: { clusterResourceSelectors: [{ group: "", version: v1, kind: Namespace, name: team-100 }], policy: { overrideRules: [{ clusterSelector: { clusterSelectorTerms: [] }, jsonPatchOverrides: [{ op: add, path: /metadata/labels/tier, value: gold }] }] } } }
  - { apiVersion: placement.kubernetes-fleet.io/v1, kind: ClusterResourceOverride, metadata: { name: team-101 }, spec: { clusterResourceSelectors: [{ group: "", version: v1, kind: Namespace, name: team-101 }], policy: { overrideRules: [{ clusterSelector: { clusterSelectorTerms: [] }, jsonPatchOverrides: [{ op: add, path: /metadata/labels/tier, value: gold }] }] } } }
\`\`\`

fleet-gate says:

\`\`\`text
FAILED: bad.yaml:104:102 The hub allows 100 objects of kind ClusterResourceOverride, and there would be 101: this one is refused
  1 error in 1 document of 1 file, hub v0.3
  depends on 101 objects from elsewhere: Namespace/team-001 for ClusterResourceOverride/team-001, Namespace/team-002 for ClusterResourceOverride/team-002 and 99 more

bad.yaml
  104:102  error  The hub allows 100 objects of kind ClusterResourceOverride, and there would be 101: this one is refused.
      ClusterResourceOverride/team-101 \u00b7 override-limit \u00b7 the hub accepts it, and it fails at run time
      do: Put the rules of several overrides into one: an override selects up to twenty objects.
      https://fleet-gate.github.io/fleet-gate/rules/override-limit
      https://kubefleet.dev/docs/how-tos/cluster-resource-override/

needed from elsewhere (not in these files)
  Namespace/team-001 for ClusterResourceOverride/team-001: it is not in these files, and the override selects it
  Namespace/team-002 for ClusterResourceOverride/team-002: it is not in these files, and the override selects it
  Namespace/team-003 for ClusterResourceOverride/team-003: it is not in these files, and the override selects it
  Namespace/team-004 for ClusterResourceOverride/team-004: it is not in these files, and the override selects it
  Namespace/team-005 for ClusterResourceOverride/team-005: it is not in these files, and the override selects it
  Namespace/team-006 for ClusterResourceOverride/team-006: it is not in these files, and the override selects it
  Namespace/team-007 for ClusterResourceOverride/team-007: it is not in these files, and the override selects it
  Namespace/team-008 for ClusterResourceOverride/team-008: it is not in these files, and the override selects it
  Namespace/team-009 for ClusterResourceOverride/team-009: it is not in these files, and the override selects it
  Namespace/team-010 for ClusterResourceOverride/team-010: it is not in these files, and the override selects it
  and 91 more
\`\`\``,"override-matches-no-cluster":`## Example

\`overrides.yaml\`

\`\`\`yaml
apiVersion: placement.kubernetes-fleet.io/v1
kind: ResourceOverride
metadata: {name: cart, namespace: shop}
spec:
  resourceSelectors:
    - {group: apps, version: v1, kind: Deployment, name: cart}
  policy:
    overrideRules:
      - clusterSelector:
          clusterSelectorTerms:
            - labelSelector: {matchLabels: {region: eurpoe}}
            - labelSelector: {matchExpressions: [{key: region, operator: In, values: [africa]}]}
        jsonPatchOverrides:
          - {op: replace, path: /spec/replicas, value: 3}
      - clusterSelector:
          clusterSelectorTerms:
            - labelSelector: {matchLabels: {regoin: asia}}
        overrideType: Delete
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourceOverride
metadata: {name: shop}
spec:
  clusterResourceSelectors:
    - {group: "", version: v1, kind: Namespace, name: shop}
  policy:
    overrideRules:
      # Nothing near: for clusters that are to come, perhaps.
      - clusterSelector:
          clusterSelectorTerms:
            - labelSelector: {matchLabels: {region: africa}}
        jsonPatchOverrides:
          - {op: add, path: /metadata/labels, value: {a: b}}
\`\`\`

\`clusters.yaml\`

\`\`\`yaml
apiVersion: cluster.kubernetes-fleet.io/v1
kind: MemberCluster
metadata: {name: madrid, labels: {region: europe, pull: Always, size: ten Gi}}
status:
  conditions:
    - {type: Joined, status: "True", lastTransitionTime: "2026-06-01T11:00:00Z", reason: Joined, message: "", observedGeneration: 1}
  agentStatus:
    - type: MemberAgent
      lastReceivedHeartbeat: "2026-06-01T11:59:00Z"
      conditions:
        - {type: Joined, status: "True", lastTransitionTime: "2026-06-01T11:00:00Z", reason: Joined, message: ""}
        - {type: Healthy, status: "True", lastTransitionTime: "2026-06-01T11:00:00Z", reason: Healthy, message: ""}
---
apiVersion: cluster.kubernetes-fleet.io/v1
kind: MemberCluster
metadata: {name: tokyo, labels: {region: asia, pull: Allways, size: 10Gi}}
status:
  conditions:
    - {type: Joined, status: "True", lastTransitionTime: "2026-06-01T11:00:00Z", reason: Joined, message: "", observedGeneration: 1}
  agentStatus:
    - type: MemberAgent
      lastReceivedHeartbeat: "2026-06-01T11:59:00Z"
      conditions:
        - {type: Joined, status: "True", lastTransitionTime: "2026-06-01T11:00:00Z", reason: Joined, message: ""}
        - {type: Healthy, status: "True", lastTransitionTime: "2026-06-01T11:00:00Z", reason: Healthy, message: ""}
\`\`\`

fleet-gate says:

\`\`\`text
PASSED with 2 warnings and 1 notice: overrides.yaml:9:9 None of the 2 member clusters has label region=eurpoe, label region=africa, so this rule is applied nowhere (and 2 more findings)
  2 warnings \u00b7 1 notice in 2 documents of 1 file, hub v0.3
  depends on 2 objects from elsewhere: Deployment/shop/cart for ResourceOverride/cart, Namespace/shop for ClusterResourceOverride/shop

overrides.yaml
  9:9  warning  None of the 2 member clusters has label region=eurpoe, label region=africa, so this rule is applied nowhere.
      ResourceOverride/shop/cart \u00b7 override-matches-no-cluster \u00b7 accepted, but without the intended effect
      do: Did you mean region=europe?
      https://fleet-gate.github.io/fleet-gate/rules/override-matches-no-cluster
      https://kubefleet.dev/docs/how-tos/resource-override/
  15:9  warning  None of the 2 member clusters has label regoin, so this rule is applied nowhere.
      ResourceOverride/shop/cart \u00b7 override-matches-no-cluster \u00b7 accepted, but without the intended effect
      do: Did you mean region=asia?
      https://fleet-gate.github.io/fleet-gate/rules/override-matches-no-cluster
      https://kubefleet.dev/docs/how-tos/resource-override/
  29:9  notice  None of the 2 member clusters has label region=africa, so this rule is applied nowhere and the override does nothing.
      ClusterResourceOverride/shop \u00b7 override-matches-no-cluster \u00b7 worth knowing
      do: Write the labels as the member clusters have them
            kubectl get memberclusters --show-labels
      https://fleet-gate.github.io/fleet-gate/rules/override-matches-no-cluster
      https://kubefleet.dev/docs/how-tos/resource-override/

needed from elsewhere (not in these files)
  Deployment/shop/cart for ResourceOverride/cart: it is not in these files, and the override selects it
  Namespace/shop for ClusterResourceOverride/shop: it is not in these files, and the override selects it

PASSED with 2 warnings and 1 notice: overrides.yaml:9:9 None of the 2 member clusters has label region=eurpoe, label region=africa, so this rule is applied nowhere (and 2 more findings)
\`\`\``,"override-patch-fails":`## Example

\`a.yaml\`

\`\`\`yaml
# The API server drops a zero here.
apiVersion: v1
kind: Namespace
metadata: {name: shop}
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata: {name: shop}
spec:
  resourceSelectors: [{group: "", version: v1, kind: Namespace, name: shop}]
  policy: {placementType: PickAll}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: shop, labels: {app: web}}
spec:
  replicas: 2
  selector: {matchLabels: {app: web}}
  minReadySeconds: 0
  template:
    metadata: {labels: {app: web}}
    spec:
      containers:
        - name: main
          image: "registry.example.net/web:1.4.2"
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ResourceOverride
metadata: {name: o, namespace: shop}
spec:
  placement: {name: shop}
  resourceSelectors: [{group: "apps", version: v1, kind: Deployment, name: web}]
  policy:
    overrideRules:
      - clusterSelector: {clusterSelectorTerms: [{labelSelector: {matchLabels: {region: west}}}]}
        jsonPatchOverrides:
          - {op: replace, path: /spec/minReadySeconds, value: 5}
\`\`\`

\`clusters.yaml\`

\`\`\`yaml
apiVersion: cluster.kubernetes-fleet.io/v1
kind: MemberCluster
metadata: { name: west-1, labels: { region: west, env: prod } }
spec: { identity: { kind: User, name: west-1, apiGroup: rbac.authorization.k8s.io } }
status:
  agentStatus:
    - type: MemberAgent
      lastReceivedHeartbeat: "2026-06-01T12:00:00Z"
      conditions:
        - { type: Joined, status: "True", lastTransitionTime: "2026-05-01T12:00:00Z" }
        - { type: Healthy, status: "True", lastTransitionTime: "2026-05-01T12:00:00Z" }
---
apiVersion: cluster.kubernetes-fleet.io/v1
kind: MemberCluster
metadata: { name: west-2, labels: { region: west, env: dev } }
spec: { identity: { kind: User, name: west-2, apiGroup: rbac.authorization.k8s.io } }
status:
  agentStatus:
    - type: MemberAgent
      lastReceivedHeartbeat: "2026-06-01T12:00:00Z"
      conditions:
        - { type: Joined, status: "True", lastTransitionTime: "2026-05-01T12:00:00Z" }
        - { type: Healthy, status: "True", lastTransitionTime: "2026-05-01T12:00:00Z" }
---
apiVersion: cluster.kubernetes-fleet.io/v1
kind: MemberCluster
metadata: { name: east-1, labels: { region: east, env: prod } }
spec: { identity: { kind: User, name: east-1, apiGroup: rbac.authorization.k8s.io } }
status:
  agentStatus:
    - type: MemberAgent
      lastReceivedHeartbeat: "2026-06-01T12:00:00Z"
      conditions:
        - { type: Joined, status: "True", lastTransitionTime: "2026-05-01T12:00:00Z" }
        - { type: Healthy, status: "True", lastTransitionTime: "2026-05-01T12:00:00Z" }
\`\`\`

fleet-gate says:

\`\`\`text
FAILED: a.yaml:37:33 On Deployment/shop/web the patch fails: replace operation does not apply: doc is missing key: /spec/minReadySeconds: missing value
  1 error in 4 documents of 1 file, hub v0.3

a.yaml
  37:33  error  On Deployment/shop/web the patch fails: replace operation does not apply: doc is missing key: /spec/minReadySeconds: missing value.
      ResourceOverride/shop/o \u00b7 override-patch-fails \u00b7 the hub accepts it, and it fails at run time
      do: Correct the path, \`add\` the whole parent if it is missing, or select only objects that have it.
      https://fleet-gate.github.io/fleet-gate/rules/override-patch-fails
      https://kubefleet.dev/docs/troubleshooting/placementoverridden
\`\`\``,"override-placement-missing":`## Example

\`override.yaml\`

\`\`\`yaml
# Neither here nor on the hub is a placement of that name.
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourceOverride
metadata: { name: zones }
spec:
  placement:
    name: storefront
  clusterResourceSelectors: [{ group: "", version: v1, kind: Namespace, name: shop }]
\`\`\`

fleet-gate says:

\`\`\`text
PASSED with 1 warning: override.yaml:7:11 There is no ClusterResourcePlacement storefront in these manifests or on the hub, so the override is never applied
  1 warning in 1 document of 1 file, hub v0.3

override.yaml
  7:11  warning  There is no ClusterResourcePlacement storefront in these manifests or on the hub, so the override is never applied.
      ClusterResourceOverride/zones \u00b7 override-placement-missing \u00b7 accepted, but without the intended effect
      do: Write the name of the placement. Without \`spec.placement\` the override applies to every placement, from its next rollout on: an override alone does not start a rollout.
      https://fleet-gate.github.io/fleet-gate/rules/override-placement-missing
      https://kubefleet.dev/docs/how-tos/resource-override/
\`\`\``,"override-replaces-map":`## Example

\`bad.yaml\`

\`\`\`yaml
apiVersion: v1
kind: Namespace
metadata: { name: shop }
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata: { name: shop }
spec:
  resourceSelectors:
    - { group: "", version: v1, kind: Namespace, name: shop }
---
apiVersion: apps/v1
kind: Deployment
metadata: { name: cart, namespace: shop, labels: { app: cart, tier: front }, annotations: { team: shop } }
spec:
  selector: { matchLabels: { app: cart } }
  template:
    metadata: { labels: { app: cart, tier: front } }
    spec: { containers: [{ name: cart, image: "registry.example/cart:1.0.0" }] }
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ResourceOverride
metadata: { name: cart, namespace: shop }
spec:
  placement: { name: shop }
  resourceSelectors:
    - { group: apps, version: v1, kind: Deployment, name: cart }
  policy:
    overrideRules:
      - clusterSelector: { clusterSelectorTerms: [] }
        jsonPatchOverrides:
          - op: add
            path: /metadata/labels
            value: { cluster: "\${MEMBER-CLUSTER-NAME}" }
          - op: replace
            path: /metadata/annotations
            value: { example.com/owner: shop }
          - op: add
            path: /spec/template/metadata/labels
            value: { app: cart }
\`\`\`

fleet-gate says:

\`\`\`text
PASSED with 3 notices: bad.yaml:33:19 The patch of /metadata/labels replaces the whole map: app, tier of Deployment/shop/cart are removed on the clusters (and 2 more findings)
  3 notices in 4 documents of 1 file, hub v0.3

bad.yaml
  33:19  notice  The patch of /metadata/labels replaces the whole map: app, tier of Deployment/shop/cart are removed on the clusters.
      ResourceOverride/shop/cart \u00b7 override-replaces-map \u00b7 worth knowing
      do: To keep the others, give the key in the path (\`path: /metadata/labels/cluster\`), and the text as the value.
      https://fleet-gate.github.io/fleet-gate/rules/override-replaces-map
      https://kubefleet.dev/docs/how-tos/resource-override/
  36:19  notice  The patch of /metadata/annotations replaces the whole map: team of Deployment/shop/cart is removed on the clusters.
      ResourceOverride/shop/cart \u00b7 override-replaces-map \u00b7 worth knowing
      do: To keep the others, give the key in the path (\`path: /metadata/annotations/example.com~1owner\`), and the text as the value.
      https://fleet-gate.github.io/fleet-gate/rules/override-replaces-map
      https://kubefleet.dev/docs/how-tos/resource-override/
  39:19  notice  The patch of /spec/template/metadata/labels replaces the whole map: tier of Deployment/shop/cart is removed on the clusters.
      ResourceOverride/shop/cart \u00b7 override-replaces-map \u00b7 worth knowing
      do: To keep the others, give the key in the path (\`path: /spec/template/metadata/labels/app\`), and the text as the value.
      https://fleet-gate.github.io/fleet-gate/rules/override-replaces-map
      https://kubefleet.dev/docs/how-tos/resource-override/
\`\`\``,"override-scope":`## Example

\`bad.yaml\`

\`\`\`yaml
apiVersion: placement.kubernetes-fleet.io/v1
kind: ResourcePlacement
metadata:
  name: shop
  namespace: shop
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ResourceOverride
metadata:
  name: shop-replicas
  namespace: shop
spec:
  placement:
    name: shop
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata:
  name: platform
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ResourceOverride
metadata:
  name: platform-image
  namespace: shop
spec:
  placement:
    name: platform
    scope: Namespaced
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourceOverride
metadata:
  name: shop-role
spec:
  placement:
    name: shop
\`\`\`

fleet-gate says:

\`\`\`text
PASSED with 3 warnings: bad.yaml:14:11 The override is for the ClusterResourcePlacement shop, but shop is a ResourcePlacement: it is never applied (and 2 more findings)
  3 warnings in 5 documents of 1 file, hub v0.3
  depends on 1 object from elsewhere: Namespace/shop for ResourcePlacement/shop

bad.yaml
  14:11  warning  The override is for the ClusterResourcePlacement shop, but shop is a ResourcePlacement: it is never applied.
      ResourceOverride/shop/shop-replicas \u00b7 override-scope \u00b7 accepted, but without the intended effect
      do: Add \`spec.placement.scope: Namespaced\`.
      see bad.yaml:4:9: the ResourcePlacement of that name
      https://fleet-gate.github.io/fleet-gate/rules/override-scope
      https://kubefleet.dev/docs/how-tos/resource-override/
  29:12  warning  The override is for the ResourcePlacement platform, but platform is a ClusterResourcePlacement: it is never applied.
      ResourceOverride/shop/platform-image \u00b7 override-scope \u00b7 accepted, but without the intended effect
      do: Remove \`spec.placement.scope\`, or set it to Cluster.
      see bad.yaml:19:9: the ClusterResourcePlacement of that name
      https://fleet-gate.github.io/fleet-gate/rules/override-scope
      https://kubefleet.dev/docs/how-tos/resource-override/
  37:11  warning  The override is for the ClusterResourcePlacement shop, but shop is a ResourcePlacement: it is never applied.
      ClusterResourceOverride/shop-role \u00b7 override-scope \u00b7 accepted, but without the intended effect
      do: Use a ResourceOverride with \`spec.placement.scope: Namespaced\` in the namespace of the placement.
      see bad.yaml:4:9: the ResourcePlacement of that name
      https://fleet-gate.github.io/fleet-gate/rules/override-scope
      https://kubefleet.dev/docs/how-tos/resource-override/

needed from elsewhere (not in these files)
  Namespace/shop for ResourcePlacement/shop: the Namespace is not in these files, and none of their placements selects it

PASSED with 3 warnings: bad.yaml:14:11 The override is for the ClusterResourcePlacement shop, but shop is a ResourcePlacement: it is never applied (and 2 more findings)
\`\`\``,"override-selector-taken":`## Example

\`bad.yaml\`

\`\`\`yaml
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ResourceOverride
metadata:
  name: first
  namespace: shop
spec:
  resourceSelectors:
    - {group: apps, version: v1, kind: Deployment, name: web}
  policy:
    overrideRules:
      - clusterSelector:
          clusterSelectorTerms: []
        jsonPatchOverrides:
          - {op: add, path: /metadata/labels, value: {tier: front}}
---
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ResourceOverride
metadata:
  name: second
  namespace: shop
spec:
  resourceSelectors:
    - {group: apps, version: v1, kind: Deployment, name: web}
  policy:
    overrideRules:
      - clusterSelector:
          clusterSelectorTerms: []
        jsonPatchOverrides:
          - {op: add, path: /metadata/labels, value: {tier: front}}
---
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterResourceOverride
metadata:
  name: first
spec:
  clusterResourceSelectors:
    - {group: "", version: v1, kind: Namespace, name: shop}
  policy:
    overrideRules:
      - clusterSelector:
          clusterSelectorTerms: []
        jsonPatchOverrides:
          - {op: add, path: /metadata/labels, value: {tier: front}}
---
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterResourceOverride
metadata:
  name: second
spec:
  clusterResourceSelectors:
    - {group: "", version: v1, kind: Namespace, name: shop}
  policy:
    overrideRules:
      - clusterSelector:
          clusterSelectorTerms: []
        jsonPatchOverrides:
          - {op: add, path: /metadata/labels, value: {tier: front}}
\`\`\`

fleet-gate says:

\`\`\`text
FAILED: bad.yaml:23:7 Deployment/shop/web is selected by ResourceOverride/shop/first as well: the hub refuses a second override for it (and 1 more finding)
  first: Put its rules into ResourceOverride/shop/first.
  2 errors in 4 documents of 1 file, hub v0.3
  depends on 2 objects from elsewhere: Deployment/shop/web for ResourceOverride/first and 1 more, Namespace/shop for ClusterResourceOverride/first and 1 more

bad.yaml
  23:7  error  Deployment/shop/web is selected by ResourceOverride/shop/first as well: the hub refuses a second override for it.
      ResourceOverride/shop/second \u00b7 override-selector-taken \u00b7 the hub refuses it
      do: Put its rules into ResourceOverride/shop/first.
      see bad.yaml:8:7: ResourceOverride/shop/first selects it here
      https://fleet-gate.github.io/fleet-gate/rules/override-selector-taken
      https://kubefleet.dev/docs/how-tos/cluster-resource-override/
  51:7  error  Namespace/shop is selected by ClusterResourceOverride/first as well: the hub refuses a second override for it.
      ClusterResourceOverride/second \u00b7 override-selector-taken \u00b7 the hub refuses it
      do: Put its rules into ClusterResourceOverride/first.
      see bad.yaml:37:7: ClusterResourceOverride/first selects it here
      https://fleet-gate.github.io/fleet-gate/rules/override-selector-taken
      https://kubefleet.dev/docs/how-tos/cluster-resource-override/

needed from elsewhere (not in these files)
  Deployment/shop/web for ResourceOverride/first and 1 more: it is not in these files, and the override selects it
  Namespace/shop for ClusterResourceOverride/first and 1 more: it is not in these files, and the override selects it
\`\`\``,"override-selects-nothing":`## Example

\`override.yaml\`

\`\`\`yaml
# One of the three objects does not exist, one on the hub is not selected by its placement there, and one is selected.
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourceOverride
metadata: { name: zones }
spec:
  placement: { name: shop }
  clusterResourceSelectors:
    - group: ""
      version: v1
      kind: Namespace
      name: shop
    - group: rbac.authorization.k8s.io
      version: v1
      kind: ClusterRole
      name: nowhere
    - group: rbac.authorization.k8s.io
      version: v1
      kind: ClusterRole
      name: reader
\`\`\`

fleet-gate says:

\`\`\`text
PASSED with 2 warnings: override.yaml:15:13 There is no ClusterRole/nowhere in these manifests or on the hub, so the override changes nothing (and 1 more finding)
  2 warnings in 1 document of 1 file, hub v0.3

override.yaml
  15:13  warning  There is no ClusterRole/nowhere in these manifests or on the hub, so the override changes nothing.
      ClusterResourceOverride/zones \u00b7 override-selects-nothing \u00b7 accepted, but without the intended effect
      do: Correct the name, or remove the selector.
      https://fleet-gate.github.io/fleet-gate/rules/override-selects-nothing
      https://kubefleet.dev/docs/how-tos/resource-override/
  16:7  warning  ClusterResourcePlacement shop does not select ClusterRole/reader, so the override changes nothing.
      ClusterResourceOverride/zones \u00b7 override-selects-nothing \u00b7 accepted, but without the intended effect
      do: Select it in ClusterResourcePlacement shop, or remove the selector.
      https://fleet-gate.github.io/fleet-gate/rules/override-selects-nothing
      https://kubefleet.dev/docs/how-tos/resource-override/
\`\`\``,"override-undone":`## Example

\`bad.yaml\`

\`\`\`yaml
apiVersion: v1
kind: Namespace
metadata: {name: shop}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: cart, namespace: shop}
spec: {replicas: 1}
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata: {name: shop}
spec:
  resourceSelectors:
    - {group: "", version: v1, kind: Namespace, name: shop}
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ResourceOverride
metadata: {name: cart, namespace: shop}
spec:
  resourceSelectors:
    - {group: apps, version: v1, kind: Deployment, name: cart}
  policy:
    overrideRules:
      - clusterSelector:
          clusterSelectorTerms:
            - labelSelector: {matchLabels: {region: europe, tier: prod}}
        jsonPatchOverrides:
          - {op: replace, path: /spec/replicas, value: 5}
          - {op: add, path: /spec/strategy/type, value: Recreate}
      # Every cluster of the rule before has this label, too.
      - clusterSelector:
          clusterSelectorTerms:
            - labelSelector: {matchLabels: {tier: prod}}
            - labelSelector: {matchLabels: {tier: test}}
        jsonPatchOverrides:
          - {op: add, path: /spec/strategy, value: {type: RollingUpdate}}
      - clusterSelector: {clusterSelectorTerms: []}
        jsonPatchOverrides:
          - {op: replace, path: /spec/replicas, value: 2}
---
# Two for one Namespace and its contents, distinguished by a field that overrides ignore.
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourceOverride
metadata: {name: a-quiet}
spec:
  clusterResourceSelectors:
    - {group: "", version: v1, kind: Namespace, name: shop, selectionScope: NamespaceOnly}
  policy:
    overrideRules:
      - clusterSelector: {clusterSelectorTerms: []}
        jsonPatchOverrides:
          - {op: add, path: /metadata/labels, value: {log: quiet}}
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourceOverride
metadata: {name: b-loud}
spec:
  clusterResourceSelectors:
    - {group: "", version: v1, kind: Namespace, name: shop}
  policy:
    overrideRules:
      - clusterSelector:
          clusterSelectorTerms:
            - labelSelector: {matchLabels: {region: europe}}
        jsonPatchOverrides:
          - {op: add, path: /metadata/labels, value: {log: loud}}
\`\`\`

fleet-gate says:

\`\`\`text
PASSED with 3 warnings: bad.yaml:29:33 A later rule of this override sets /spec/replicas of Deployment/shop/cart again on every cluster of this rule, so this patch has no effect (and 2 more findings)
  3 warnings in 6 documents of 1 file, hub v0.3

bad.yaml
  29:33  warning  A later rule of this override sets /spec/replicas of Deployment/shop/cart again on every cluster of this rule, so this patch has no effect.
      ResourceOverride/shop/cart \u00b7 override-undone \u00b7 accepted, but without the intended effect
      do: Move the rule for more clusters before this one, or remove the patch.
      see bad.yaml:40:33: set again here
      https://fleet-gate.github.io/fleet-gate/rules/override-undone
      https://kubefleet.dev/docs/how-tos/cluster-resource-override/
  30:29  warning  A later rule of this override sets /spec/strategy/type of Deployment/shop/cart again on every cluster of this rule, so this patch has no effect.
      ResourceOverride/shop/cart \u00b7 override-undone \u00b7 accepted, but without the intended effect
      do: Move the rule for more clusters before this one, or remove the patch.
      see bad.yaml:37:29: set again here
      https://fleet-gate.github.io/fleet-gate/rules/override-undone
      https://kubefleet.dev/docs/how-tos/cluster-resource-override/
  53:29  warning  ClusterResourceOverride/b-loud sets /metadata/labels of Namespace/shop again on the clusters of both, and its value wins by the order of names.
      ClusterResourceOverride/a-quiet \u00b7 override-undone \u00b7 accepted, but without the intended effect
      do: Set it in ClusterResourceOverride/b-loud only.
      see bad.yaml:67:29: ClusterResourceOverride/b-loud sets it here
      https://fleet-gate.github.io/fleet-gate/rules/override-undone
      https://kubefleet.dev/docs/how-tos/cluster-resource-override/
\`\`\``,"override-unknown-variable":`## Example

\`bad.yaml\`

\`\`\`yaml
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ResourceOverride
metadata:
  name: region
  namespace: shop
spec:
  resourceSelectors:
    - {group: "", version: v1, kind: ConfigMap, name: settings}
  policy:
    overrideRules:
      - clusterSelector:
          clusterSelectorTerms: []
        jsonPatchOverrides:
          - op: add
            path: /data/cluster
            value: \${MEMBER-CLUSTER-ID}
          - op: add
            path: /data/region
            value: \${MEMBER-CLUSTER-LABEL-KEY-region
          - op: add
            path: /metadata/labels/\${MEMBER-CLUSTER-NAME}
            value: "true"
\`\`\`

fleet-gate says:

\`\`\`text
FAILED: bad.yaml:19:20 The variable in "\${MEMBER-CLUSTER-LABEL-KEY-region" has no closing bracket, and the override fails on every cluster (and 2 more findings)
  first: Write \`\${MEMBER-CLUSTER-NAME}\` or \`\${MEMBER-CLUSTER-LABEL-KEY-<label>}\`, in the value.
  1 error \u00b7 2 warnings in 1 document of 1 file, hub v0.3
  depends on 1 object from elsewhere: ConfigMap/shop/settings for ResourceOverride/region

bad.yaml
  19:20  error  The variable in "\${MEMBER-CLUSTER-LABEL-KEY-region" has no closing bracket, and the override fails on every cluster.
      ResourceOverride/shop/region \u00b7 override-unknown-variable \u00b7 the hub accepts it, and it fails at run time
      do: Write \`\${MEMBER-CLUSTER-NAME}\` or \`\${MEMBER-CLUSTER-LABEL-KEY-<label>}\`, in the value.
      https://fleet-gate.github.io/fleet-gate/rules/override-unknown-variable
      https://kubefleet.dev/docs/how-tos/resource-override/
  16:20  warning  KubeFleet does not have a variable \${MEMBER-CLUSTER-ID}; it reaches the clusters unchanged.
      ResourceOverride/shop/region \u00b7 override-unknown-variable \u00b7 accepted, but without the intended effect
      do: Write \`\${MEMBER-CLUSTER-NAME}\` or \`\${MEMBER-CLUSTER-LABEL-KEY-<label>}\`, in the value.
      https://fleet-gate.github.io/fleet-gate/rules/override-unknown-variable
      https://kubefleet.dev/docs/how-tos/resource-override/
  21:19  warning  Variables are replaced in values only; \${MEMBER-CLUSTER-NAME} in the path is not replaced.
      ResourceOverride/shop/region \u00b7 override-unknown-variable \u00b7 accepted, but without the intended effect
      do: Write \`\${MEMBER-CLUSTER-NAME}\` or \`\${MEMBER-CLUSTER-LABEL-KEY-<label>}\`, in the value.
      https://fleet-gate.github.io/fleet-gate/rules/override-unknown-variable
      https://kubefleet.dev/docs/how-tos/resource-override/

needed from elsewhere (not in these files)
  ConfigMap/shop/settings for ResourceOverride/region: it is not in these files, and the override selects it
\`\`\``,"override-version":`## Example

\`bad.yaml\`

\`\`\`yaml
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ResourceOverride
metadata:
  name: scaling
  namespace: shop
spec:
  resourceSelectors:
    - group: autoscaling
      version: v1
      kind: HorizontalPodAutoscaler
      name: web
    - group: apps
      version: v1
      kind: deployment
      name: web
    - group: ""
      version: v1
      kind: Deployment
      name: worker
    - group: rbac
      version: v1
      kind: Role
      name: reader
    - group: shop.example.com
      version: v1beta1
      kind: PriceList
      name: winter
  policy:
    overrideRules:
      - clusterSelector:
          clusterSelectorTerms: []
        overrideType: Delete
---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: pricelists.shop.example.com
spec:
  group: shop.example.com
  scope: Namespaced
  names:
    kind: PriceList
    plural: pricelists
  versions:
    - name: v1beta1
      served: true
      storage: false
    - name: v1
      served: true
      storage: true
\`\`\`

fleet-gate says:

\`\`\`text
PASSED with 5 warnings: bad.yaml:9:16 The hub uses HorizontalPodAutoscaler in version autoscaling/v2, so autoscaling/v1 never matches (and 4 more findings)
  5 warnings in 2 documents of 1 file, hub v0.3
  depends on 2 objects from elsewhere: HorizontalPodAutoscaler/shop/web for ResourceOverride/scaling, PriceList/shop/winter for ResourceOverride/scaling

bad.yaml
  9:16  warning  The hub uses HorizontalPodAutoscaler in version autoscaling/v2, so autoscaling/v1 never matches.
      ResourceOverride/shop/scaling \u00b7 override-version \u00b7 accepted, but without the intended effect
      do: Write \`version: v2\`.
      https://fleet-gate.github.io/fleet-gate/rules/override-version
      https://kubefleet.dev/docs/concepts/override/
  14:13  warning  The name of the kind is Deployment; "deployment" never matches.
      ResourceOverride/shop/scaling \u00b7 override-version \u00b7 accepted, but without the intended effect
      do: Write \`kind: Deployment\`.
      https://fleet-gate.github.io/fleet-gate/rules/override-version
      https://kubefleet.dev/docs/concepts/override/
  16:14  warning  Deployment is in group apps; a selector with the core group never matches it.
      ResourceOverride/shop/scaling \u00b7 override-version \u00b7 accepted, but without the intended effect
      do: Write \`group: apps\`.
      https://fleet-gate.github.io/fleet-gate/rules/override-version
      https://kubefleet.dev/docs/concepts/override/
  20:14  warning  Role is in group rbac.authorization.k8s.io; a selector with group rbac never matches it.
      ResourceOverride/shop/scaling \u00b7 override-version \u00b7 accepted, but without the intended effect
      do: Write \`group: rbac.authorization.k8s.io\`.
      https://fleet-gate.github.io/fleet-gate/rules/override-version
      https://kubefleet.dev/docs/concepts/override/
  25:16  warning  The hub uses PriceList in version shop.example.com/v1, so shop.example.com/v1beta1 never matches.
      ResourceOverride/shop/scaling \u00b7 override-version \u00b7 accepted, but without the intended effect
      do: Write \`version: v1\`.
      https://fleet-gate.github.io/fleet-gate/rules/override-version
      https://kubefleet.dev/docs/concepts/override/

needed from elsewhere (not in these files)
  HorizontalPodAutoscaler/shop/web for ResourceOverride/scaling: it is not in these files, and the override selects it
  PriceList/shop/winter for ResourceOverride/scaling: it is not in these files, and the override selects it

PASSED with 5 warnings: bad.yaml:9:16 The hub uses HorizontalPodAutoscaler in version autoscaling/v2, so autoscaling/v1 never matches (and 4 more findings)
\`\`\``,"override-without-clusters":`## Example

\`bad.yaml\`

\`\`\`yaml
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ResourceOverride
metadata:
  name: replicas
  namespace: shop
spec:
  resourceSelectors:
    - {group: apps, version: v1, kind: Deployment, name: web}
  policy:
    overrideRules:
      - jsonPatchOverrides:
          - {op: replace, path: /spec/replicas, value: 3}
\`\`\`

fleet-gate says:

\`\`\`text
PASSED with 1 warning: bad.yaml:11:9 This rule has no clusterSelector, so it is not applied on any cluster and the override does nothing
  1 warning in 1 document of 1 file, hub v0.3
  depends on 1 object from elsewhere: Deployment/shop/web for ResourceOverride/replicas

bad.yaml
  11:9  warning  This rule has no clusterSelector, so it is not applied on any cluster and the override does nothing.
      ResourceOverride/shop/replicas \u00b7 override-without-clusters \u00b7 accepted, but without the intended effect
      do: Add \`clusterSelector: {clusterSelectorTerms: []}\` for every cluster, or terms with the labels of the intended clusters.
      https://fleet-gate.github.io/fleet-gate/rules/override-without-clusters
      https://kubefleet.dev/docs/how-tos/resource-override/

needed from elsewhere (not in these files)
  Deployment/shop/web for ResourceOverride/replicas: it is not in these files, and the override selects it
\`\`\``,"override-without-value":`## Example

\`bad.yaml\`

\`\`\`yaml
apiVersion: v1
kind: Namespace
metadata: { name: shop }
---
apiVersion: apps/v1
kind: Deployment
metadata: { name: web, namespace: shop }
spec:
  replicas: 2
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec: { containers: [{ name: web, image: registry.example/web:1.4 }] }
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata: { name: shop }
spec:
  resourceSelectors: [{ group: "", version: v1, kind: Namespace, name: shop }]
  policy: { placementType: PickAll }
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ResourceOverride
metadata: { name: small, namespace: shop }
spec:
  placement: { name: shop }
  resourceSelectors: [{ group: apps, version: v1, kind: Deployment, name: web }]
  policy:
    overrideRules:
      - clusterSelector: { clusterSelectorTerms: [] }
        jsonPatchOverrides:
          - op: replace
            path: /spec/replicas
          - op: add
            path: /spec/paused
\`\`\`

fleet-gate says:

\`\`\`text
PASSED with 2 warnings: bad.yaml:32:17 The \`replace\` of /spec/replicas has no \`value\`, and writes null (and 1 more finding)
  2 warnings in 4 documents of 1 file, hub v0.3

bad.yaml
  32:17  warning  The \`replace\` of /spec/replicas has no \`value\`, and writes null.
      ResourceOverride/shop/small \u00b7 override-without-value \u00b7 accepted, but without the intended effect
      do: Add \`value\`. To unset the field, write \`op: remove\`.
      https://fleet-gate.github.io/fleet-gate/rules/override-without-value
      https://kubefleet.dev/docs/how-tos/resource-override/
  34:17  warning  The \`add\` of /spec/paused has no \`value\`, and writes null.
      ResourceOverride/shop/small \u00b7 override-without-value \u00b7 accepted, but without the intended effect
      do: Add \`value\`. To unset the field, write \`op: remove\`.
      https://fleet-gate.github.io/fleet-gate/rules/override-without-value
      https://kubefleet.dev/docs/how-tos/resource-override/
\`\`\``,"owner-not-there":`## Example

\`bad.yaml\`

\`\`\`yaml
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata:
  name: shop
  ownerReferences:
    - {apiVersion: v1, kind: Namespace, name: shop, uid: 0b8c0d94-7d11-4c1b-9d2e-2d9b4cfb0001}
spec:
  resourceSelectors:
    - {group: "", version: v1, kind: Namespace, name: shop}
---
apiVersion: v1
kind: Namespace
metadata: {name: shop}
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  namespace: shop
  ownerReferences:
    - {apiVersion: example.com/v1, kind: Shop, name: main, uid: 0b8c0d94-7d11-4c1b-9d2e-2d9b4cfb0002, controller: true}
spec:
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: web, image: "registry.example.com/web:1.4.2"}]}
\`\`\`

fleet-gate says:

\`\`\`text
PASSED with 2 warnings: bad.yaml:5:3 The owner Namespace/shop is known by its \`uid\`: if the hub has no such object, it deletes this one after the apply (and 1 more finding)
  2 warnings in 3 documents of 1 file, hub v0.3

bad.yaml
  5:3  warning  The owner Namespace/shop is known by its \`uid\`: if the hub has no such object, it deletes this one after the apply.
      ClusterResourcePlacement/shop \u00b7 owner-not-there \u00b7 accepted, but without the intended effect
      do: Remove \`metadata.ownerReferences\`.
      https://fleet-gate.github.io/fleet-gate/rules/owner-not-there
      https://kubernetes.io/docs/concepts/architecture/garbage-collection/#owners-dependents
  20:3  warning  The owner Shop/main is known by its \`uid\`: if the hub has no such object, it deletes this one after the apply.
      Deployment/shop/web \u00b7 owner-not-there \u00b7 accepted, but without the intended effect
      do: Remove \`metadata.ownerReferences\`.
      https://fleet-gate.github.io/fleet-gate/rules/owner-not-there
      https://kubernetes.io/docs/concepts/architecture/garbage-collection/#owners-dependents
\`\`\``,"pickfixed-not-eligible":`## Example

\`placement.yaml\`

\`\`\`yaml
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterResourcePlacement
metadata:
  name: shop
spec:
  policy:
    placementType: PickFixed
    clusterNames:
      - europe-1
      - silent-1
      - leaving-1
      - new-1
  resourceSelectors:
    - group: ""
      version: v1
      kind: Namespace
      name: shop
\`\`\`

\`clusters.yaml\`

\`\`\`yaml
apiVersion: cluster.kubernetes-fleet.io/v1
kind: MemberCluster
metadata:
  name: europe-1
status:
  agentStatus:
    - type: MemberAgent
      lastReceivedHeartbeat: "2026-06-01T12:00:00Z"
      conditions:
        - {type: Joined, status: "True", reason: Joined, lastTransitionTime: "2026-05-01T00:00:00Z"}
        - {type: Healthy, status: "True", reason: Healthy, lastTransitionTime: "2026-05-01T00:00:00Z"}
---
apiVersion: cluster.kubernetes-fleet.io/v1
kind: MemberCluster
metadata:
  name: silent-1
status:
  agentStatus:
    - type: MemberAgent
      lastReceivedHeartbeat: "2026-06-01T11:50:00Z"
      conditions:
        - {type: Joined, status: "True", reason: Joined, lastTransitionTime: "2026-05-01T00:00:00Z"}
        - {type: Healthy, status: "True", reason: Healthy, lastTransitionTime: "2026-05-01T00:00:00Z"}
---
apiVersion: cluster.kubernetes-fleet.io/v1
kind: MemberCluster
metadata:
  name: leaving-1
  deletionTimestamp: "2026-06-01T11:59:00Z"
status:
  agentStatus:
    - type: MemberAgent
      lastReceivedHeartbeat: "2026-06-01T12:00:00Z"
      conditions:
        - {type: Joined, status: "True", reason: Joined, lastTransitionTime: "2026-05-01T00:00:00Z"}
        - {type: Healthy, status: "True", reason: Healthy, lastTransitionTime: "2026-05-01T00:00:00Z"}
---
apiVersion: cluster.kubernetes-fleet.io/v1
kind: MemberCluster
metadata:
  name: new-1
\`\`\`

fleet-gate says:

\`\`\`text
FAILED: placement.yaml:10:9 Nothing can be placed on silent-1: cluster is not connected to the fleet: no recent heartbeat signals (last received 10.00 minutes ago) (and 2 more findings)
  first: Repair the cluster (check its member agent), or remove it from the list for now.
  2 errors \u00b7 1 warning in 1 document of 1 file, hub v0.3
  depends on 1 object from elsewhere: Namespace/shop for ClusterResourcePlacement/shop

placement.yaml
  10:9  error  Nothing can be placed on silent-1: cluster is not connected to the fleet: no recent heartbeat signals (last received 10.00 minutes ago).
      ClusterResourcePlacement/shop \u00b7 pickfixed-not-eligible \u00b7 the hub accepts it, and it fails at run time
      do: Repair the cluster (check its member agent), or remove it from the list for now.
      https://fleet-gate.github.io/fleet-gate/rules/pickfixed-not-eligible
      https://kubefleet.dev/docs/troubleshooting/placementscheduled
  11:9  error  Nothing can be placed on leaving-1: cluster has left the fleet.
      ClusterResourcePlacement/shop \u00b7 pickfixed-not-eligible \u00b7 the hub accepts it, and it fails at run time
      do: Repair the cluster (check its member agent), or remove it from the list for now.
      https://fleet-gate.github.io/fleet-gate/rules/pickfixed-not-eligible
      https://kubefleet.dev/docs/troubleshooting/placementscheduled
  12:9  warning  Nothing can be placed on new-1: cluster is not connected to the fleet: member agent not online yet.
      ClusterResourcePlacement/shop \u00b7 pickfixed-not-eligible \u00b7 probably wrong; it depends on objects outside these files
      do: Repair the cluster (check its member agent), or remove it from the list for now.
      https://fleet-gate.github.io/fleet-gate/rules/pickfixed-not-eligible
      https://kubefleet.dev/docs/troubleshooting/placementscheduled

needed from elsewhere (not in these files)
  Namespace/shop for ClusterResourcePlacement/shop: it is not in these files, and the placement selects it
\`\`\``,"pickfixed-unknown-cluster":`## Example

\`placement.yaml\`

\`\`\`yaml
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata:
  name: shop
spec:
  policy:
    placementType: PickFixed
    clusterNames:
      - asia-1
      - eruope-1
      - Asia-1
      - mars
\`\`\`

\`clusters.yaml\`

\`\`\`yaml
apiVersion: cluster.kubernetes-fleet.io/v1
kind: MemberCluster
metadata:
  name: europe-1
---
apiVersion: cluster.kubernetes-fleet.io/v1
kind: MemberCluster
metadata:
  name: asia-1
\`\`\`

fleet-gate says:

\`\`\`text
FAILED: placement.yaml:10:9 There is no member cluster "eruope-1" (and 2 more findings)
  first: Did you mean europe-1?
  3 errors in 1 document of 1 file, hub v0.3

placement.yaml
  10:9  error  There is no member cluster "eruope-1".
      ClusterResourcePlacement/shop \u00b7 pickfixed-unknown-cluster \u00b7 the hub accepts it, and it fails at run time
      do: Did you mean europe-1?
      https://fleet-gate.github.io/fleet-gate/rules/pickfixed-unknown-cluster
      https://kubefleet.dev/docs/troubleshooting/placementscheduled
  11:9  error  There is no member cluster "Asia-1".
      ClusterResourcePlacement/shop \u00b7 pickfixed-unknown-cluster \u00b7 the hub accepts it, and it fails at run time
      do: Did you mean asia-1?
      https://fleet-gate.github.io/fleet-gate/rules/pickfixed-unknown-cluster
      https://kubefleet.dev/docs/troubleshooting/placementscheduled
  12:9  error  There is no member cluster "mars".
      ClusterResourcePlacement/shop \u00b7 pickfixed-unknown-cluster \u00b7 the hub accepts it, and it fails at run time
      do: Use the name of a MemberCluster, or join the cluster before the deploy.
      https://fleet-gate.github.io/fleet-gate/rules/pickfixed-unknown-cluster
      https://kubefleet.dev/docs/troubleshooting/placementscheduled
\`\`\``,"pickn-too-few-clusters":`## Example

\`placement.yaml\`

\`\`\`yaml
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata:
  name: shop
spec:
  resourceSelectors:
    - {group: "", version: v1, kind: Namespace, name: shop}
  policy:
    placementType: PickN
    numberOfClusters: 2
    affinity:
      clusterAffinity:
        requiredDuringSchedulingIgnoredDuringExecution:
          clusterSelectorTerms:
            - labelSelector:
                matchLabels: {env: prod}
\`\`\`

\`clusters.yaml\`

\`\`\`yaml
apiVersion: cluster.kubernetes-fleet.io/v1
kind: MemberCluster
metadata:
  name: europe-1
  labels: {env: prod}
spec:
  identity: {kind: ServiceAccount, name: agent, namespace: fleet-system}
status:
  agentStatus:
    - type: MemberAgent
      lastReceivedHeartbeat: "2026-06-01T12:00:00Z"
      conditions:
        - {type: Joined, status: "True", reason: Joined, lastTransitionTime: "2026-05-01T00:00:00Z"}
        - {type: Healthy, status: "True", reason: Healthy, lastTransitionTime: "2026-05-01T00:00:00Z"}
---
apiVersion: cluster.kubernetes-fleet.io/v1
kind: MemberCluster
metadata:
  name: europe-2
  labels: {env: prod}
spec:
  identity: {kind: ServiceAccount, name: agent, namespace: fleet-system}
  taints: [{key: maintenance, value: "true", effect: NoSchedule}]
status:
  agentStatus:
    - type: MemberAgent
      lastReceivedHeartbeat: "2026-06-01T12:00:00Z"
      conditions:
        - {type: Joined, status: "True", reason: Joined, lastTransitionTime: "2026-05-01T00:00:00Z"}
        - {type: Healthy, status: "True", reason: Healthy, lastTransitionTime: "2026-05-01T00:00:00Z"}
---
apiVersion: cluster.kubernetes-fleet.io/v1
kind: MemberCluster
metadata:
  name: asia-1
  labels: {env: test}
spec:
  identity: {kind: ServiceAccount, name: agent, namespace: fleet-system}
status:
  agentStatus:
    - type: MemberAgent
      lastReceivedHeartbeat: "2026-06-01T12:00:00Z"
      conditions:
        - {type: Joined, status: "True", reason: Joined, lastTransitionTime: "2026-05-01T00:00:00Z"}
        - {type: Healthy, status: "True", reason: Healthy, lastTransitionTime: "2026-05-01T00:00:00Z"}
\`\`\`

fleet-gate says:

\`\`\`text
FAILED: placement.yaml:10:23 PickN asks for 2 clusters and finds 1 (asia-1: cluster does not match with any of the required cluster affinity terms; europe-2: taint maintenance=true:NoSchedule cannot be tolerated)
  1 error in 1 document of 1 file, hub v0.3
  depends on 1 object from elsewhere: Namespace/shop for ClusterResourcePlacement/shop

placement.yaml
  10:23  error  PickN asks for 2 clusters and finds 1 (asia-1: cluster does not match with any of the required cluster affinity terms; europe-2: taint maintenance=true:NoSchedule cannot be tolerated).
      ClusterResourcePlacement/shop \u00b7 pickn-too-few-clusters \u00b7 the hub accepts it, and it fails at run time
      do: Lower \`numberOfClusters\`, or make more clusters eligible: labels, tolerations, spread constraints.
      https://fleet-gate.github.io/fleet-gate/rules/pickn-too-few-clusters
      https://kubefleet.dev/docs/troubleshooting/placementscheduled

needed from elsewhere (not in these files)
  Namespace/shop for ClusterResourcePlacement/shop: it is not in these files, and the placement selects it
\`\`\``,"picks-no-cluster":`## Example

\`placement.yaml\`

\`\`\`yaml
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata:
  name: shop
spec:
  resourceSelectors:
    - {group: "", version: v1, kind: Namespace, name: shop}
  policy:
    placementType: PickAll
    affinity:
      clusterAffinity:
        requiredDuringSchedulingIgnoredDuringExecution:
          clusterSelectorTerms:
            - labelSelector:
                matchLabels: {env: production}
\`\`\`

\`clusters.yaml\`

\`\`\`yaml
apiVersion: cluster.kubernetes-fleet.io/v1
kind: MemberCluster
metadata:
  name: europe-1
  labels: {env: prod}
spec:
  identity: {kind: ServiceAccount, name: agent, namespace: fleet-system}
status:
  agentStatus:
    - type: MemberAgent
      lastReceivedHeartbeat: "2026-06-01T12:00:00Z"
      conditions:
        - {type: Joined, status: "True", reason: Joined, lastTransitionTime: "2026-05-01T00:00:00Z"}
        - {type: Healthy, status: "True", reason: Healthy, lastTransitionTime: "2026-05-01T00:00:00Z"}
---
apiVersion: cluster.kubernetes-fleet.io/v1
kind: MemberCluster
metadata:
  name: europe-2
  labels: {env: prod}
spec:
  identity: {kind: ServiceAccount, name: agent, namespace: fleet-system}
  taints: [{key: maintenance, value: "true", effect: NoSchedule}]
status:
  agentStatus:
    - type: MemberAgent
      lastReceivedHeartbeat: "2026-06-01T12:00:00Z"
      conditions:
        - {type: Joined, status: "True", reason: Joined, lastTransitionTime: "2026-05-01T00:00:00Z"}
        - {type: Healthy, status: "True", reason: Healthy, lastTransitionTime: "2026-05-01T00:00:00Z"}
---
apiVersion: cluster.kubernetes-fleet.io/v1
kind: MemberCluster
metadata:
  name: asia-1
  labels: {env: test}
spec:
  identity: {kind: ServiceAccount, name: agent, namespace: fleet-system}
status:
  agentStatus:
    - type: MemberAgent
      lastReceivedHeartbeat: "2026-06-01T12:00:00Z"
      conditions:
        - {type: Joined, status: "True", reason: Joined, lastTransitionTime: "2026-05-01T00:00:00Z"}
        - {type: Healthy, status: "True", reason: Healthy, lastTransitionTime: "2026-05-01T00:00:00Z"}
\`\`\`

fleet-gate says:

\`\`\`text
PASSED with 1 warning: placement.yaml:15:36 No member cluster meets \`env=production\`, so none is eligible for this placement; the existing values are prod, test
  1 warning in 1 document of 1 file, hub v0.3
  depends on 1 object from elsewhere: Namespace/shop for ClusterResourcePlacement/shop

placement.yaml
  15:36  warning  No member cluster meets \`env=production\`, so none is eligible for this placement; the existing values are prod, test.
      ClusterResourcePlacement/shop \u00b7 picks-no-cluster \u00b7 accepted, but without the intended effect
      do: Did you mean env=prod?
      https://fleet-gate.github.io/fleet-gate/rules/picks-no-cluster
      https://kubefleet.dev/docs/troubleshooting/placementscheduled

needed from elsewhere (not in these files)
  Namespace/shop for ClusterResourcePlacement/shop: it is not in these files, and the placement selects it
\`\`\``,"placed-twice":`## Example

\`bad.yaml\`

\`\`\`yaml
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterResourcePlacement
metadata:
  name: shop
spec:
  resourceSelectors:
    - group: ""
      version: v1
      kind: Namespace
      name: shop
---
apiVersion: v1
kind: ResourceQuota
metadata:
  name: pods
  namespace: shop
---
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ResourceEnvelope
metadata:
  name: quotas
  namespace: shop
data:
  quota.yaml:
    apiVersion: v1
    kind: ResourceQuota
    metadata:
      name: pods
      namespace: shop
---
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterResourcePlacement
metadata:
  name: roles
spec:
  resourceSelectors:
    - {group: placement.kubernetes-fleet.io, version: v1beta1, kind: ClusterResourceEnvelope, name: readers}
    - {group: placement.kubernetes-fleet.io, version: v1beta1, kind: ClusterResourceEnvelope, name: writers}
---
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterResourceEnvelope
metadata:
  name: readers
data:
  reader.yaml:
    apiVersion: rbac.authorization.k8s.io/v1
    kind: ClusterRole
    metadata:
      name: shop-reader
---
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterResourceEnvelope
metadata:
  name: writers
data:
  reader.yaml:
    apiVersion: rbac.authorization.k8s.io/v1
    kind: ClusterRole
    metadata:
      name: shop-reader
\`\`\`

fleet-gate says:

\`\`\`text
FAILED: bad.yaml:7:7 ResourceQuota/shop/pods is in ResourceEnvelope/shop/quotas and also selected directly, and a cluster accepts it from only one of them (and 1 more finding)
  first: Keep the object in one place: in the envelope, or on the hub itself.
  2 errors in 6 documents of 1 file, hub v0.3
  depends on 1 object from elsewhere: Namespace/shop for ClusterResourcePlacement/shop

bad.yaml
  7:7  error  ResourceQuota/shop/pods is in ResourceEnvelope/shop/quotas and also selected directly, and a cluster accepts it from only one of them.
      ClusterResourcePlacement/shop \u00b7 placed-twice \u00b7 the hub accepts it, and it fails at run time
      do: Keep the object in one place: in the envelope, or on the hub itself.
      see bad.yaml:24:3: ResourceEnvelope/shop/quotas
      https://fleet-gate.github.io/fleet-gate/rules/placed-twice
      https://kubefleet.dev/docs/troubleshooting/placementapplied
  38:7  error  ClusterRole/shop-reader is in ClusterResourceEnvelope/writers and in ClusterResourceEnvelope/readers, and a cluster accepts it from only one of them.
      ClusterResourcePlacement/roles \u00b7 placed-twice \u00b7 the hub accepts it, and it fails at run time
      do: Keep the object in one place: in the envelope, or on the hub itself.
      see bad.yaml:56:3: ClusterResourceEnvelope/writers
      https://fleet-gate.github.io/fleet-gate/rules/placed-twice
      https://kubefleet.dev/docs/troubleshooting/placementapplied

needed from elsewhere (not in these files)
  Namespace/shop for ClusterResourcePlacement/shop: it is not in these files, and the placement selects it
\`\`\``,"pod-refused":`## Example

\`bad.yaml\`

\`\`\`yaml
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata:
  name: shop
spec:
  resourceSelectors:
    - { group: "", version: v1, kind: Namespace, name: shop }
---
apiVersion: v1
kind: Pod
metadata:
  name: debug
  namespace: shop
spec:
  containers:
    - name: main
      image: busybox:1.36
---
apiVersion: apps/v1
kind: ReplicaSet
metadata:
  name: cart
  namespace: shop
spec:
  selector:
    matchLabels: { app: cart }
  template:
    metadata:
      labels: { app: cart }
    spec:
      containers:
        - name: main
          image: cart:1.0
\`\`\`

fleet-gate says:

\`\`\`text
FAILED: bad.yaml:10:7 The hub refuses to create a Pod, so shop cannot send it to any cluster (and 1 more finding)
  first: Deploy a Deployment, StatefulSet or Job instead, or wrap the object in a ResourceEnvelope, which the hub keeps without running it.
  2 errors in 3 documents of 1 file, hub v0.3
  depends on 1 object from elsewhere: Namespace/shop for ClusterResourcePlacement/shop

bad.yaml
  10:7  error  The hub refuses to create a Pod, so shop cannot send it to any cluster.
      Pod/shop/debug \u00b7 pod-refused \u00b7 the hub refuses it
      do: Deploy a Deployment, StatefulSet or Job instead, or wrap the object in a ResourceEnvelope, which the hub keeps without running it.
      see bad.yaml:7:5: shop selects it
      https://fleet-gate.github.io/fleet-gate/rules/pod-refused
      https://kubefleet.dev/docs/how-tos/envelope-object/
  20:7  error  The hub refuses to create a ReplicaSet, so shop cannot send it to any cluster.
      ReplicaSet/shop/cart \u00b7 pod-refused \u00b7 the hub refuses it
      do: Deploy a Deployment, StatefulSet or Job instead, or wrap the object in a ResourceEnvelope, which the hub keeps without running it.
      see bad.yaml:7:5: shop selects it
      https://fleet-gate.github.io/fleet-gate/rules/pod-refused
      https://kubefleet.dev/docs/how-tos/envelope-object/

needed from elsewhere (not in these files)
  Namespace/shop for ClusterResourcePlacement/shop: it is not in these files, and the placement selects it
\`\`\``,"pod-security-refuses":`## Example

\`bad.yaml\`

\`\`\`yaml
apiVersion: v1
kind: Namespace
metadata:
  name: shop
  labels:
    pod-security.kubernetes.io/enforce: restricted
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata:
  name: shop
spec:
  resourceSelectors:
    - {group: "", version: v1, kind: Namespace, name: shop}
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  namespace: shop
spec:
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers:
        - name: web
          image: nginx:1.29
          securityContext: {runAsNonRoot: true, allowPrivilegeEscalation: false}
\`\`\`

fleet-gate says:

\`\`\`text
FAILED: bad.yaml:6:41 The Namespace enforces the level restricted, which refuses the Pods of Deployment/shop/web: container web must set \`seccompProfile: {type: RuntimeDefault}\`, drop the capability ALL
  1 error in 3 documents of 1 file, hub v0.3

bad.yaml
  6:41  error  The Namespace enforces the level restricted, which refuses the Pods of Deployment/shop/web: container web must set \`seccompProfile: {type: RuntimeDefault}\`, drop the capability ALL.
      Namespace/shop \u00b7 pod-security-refuses \u00b7 the hub accepts it, and it fails at run time
      do: Change the Pod template, or lower the level of the Namespace.
      see bad.yaml:26:7: its Pods
      https://fleet-gate.github.io/fleet-gate/rules/pod-security-refuses
      https://kubernetes.io/docs/concepts/security/pod-security-standards/
\`\`\``,"policy-not-acted-on":`## Example

\`policies.yaml\`

\`\`\`yaml
apiVersion: placement.kubefleet.dev/v1alpha1
kind: PlacementPolicy
metadata:
  name: cart
  namespace: shop
spec:
  resourceSelectors:
    - { apiGroup: apps, apiVersion: v1, kind: Deployment, name: cart }
---
apiVersion: placement.kubefleet.dev/v1alpha1
kind: ClusterPlacementPolicy
metadata:
  name: shop
spec:
  resourceSelectors:
    - { apiVersion: v1, kind: Namespace, name: shop }
\`\`\`

fleet-gate says:

\`\`\`text
PASSED with 2 notices: policies.yaml:2:7 KubeFleet does not process PlacementPolicy yet, so it places nothing (and 1 more finding)
  2 notices in 2 documents of 1 file, hub main

policies.yaml
  2:7  notice  KubeFleet does not process PlacementPolicy yet, so it places nothing.
      PlacementPolicy/shop/cart \u00b7 policy-not-acted-on \u00b7 worth knowing
      do: Use a ClusterResourcePlacement or a ResourcePlacement until a release of KubeFleet processes this kind.
      https://fleet-gate.github.io/fleet-gate/rules/policy-not-acted-on
      https://kubefleet.dev/docs/api-reference/
  11:7  notice  KubeFleet does not process ClusterPlacementPolicy yet, so it places nothing.
      ClusterPlacementPolicy/shop \u00b7 policy-not-acted-on \u00b7 worth knowing
      do: Use a ClusterResourcePlacement or a ResourcePlacement until a release of KubeFleet processes this kind.
      https://fleet-gate.github.io/fleet-gate/rules/policy-not-acted-on
      https://kubefleet.dev/docs/api-reference/
\`\`\``,"pull-secret-unread":`## Example

\`bad.yaml\`

\`\`\`yaml
apiVersion: v1
kind: Secret
metadata:
  name: login
  namespace: shop
stringData: { username: shop, password: example }
---
apiVersion: v1
kind: Secret
metadata:
  name: other-registry
  namespace: shop
type: kubernetes.io/dockerconfigjson
stringData: { .dockerconfigjson: '{"auths":{"https://registry.example/v1/":{"auth":"dTpw"}}}' }
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  namespace: shop
spec:
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec:
      imagePullSecrets:
        - name: login
        - name: other-registry
      containers:
        - { name: web, image: "private.example:5000/web:1.4" }
---
apiVersion: v1
kind: ServiceAccount
metadata:
  name: web
  namespace: shop
imagePullSecrets:
  - name: login
  - name: other-registry
---
apiVersion: v1
kind: Secret
metadata:
  name: patched
  namespace: shop
type: kubernetes.io/dockerconfigjson
stringData: { .dockerconfigjson: '{"auths":{"registry.example":{"auth":"dTpw"}}}' }
---
apiVersion: v1
kind: ServiceAccount
metadata:
  name: jobs
  namespace: shop
imagePullSecrets:
  - name: patched
---
apiVersion: v1
kind: Namespace
metadata: { name: shop }
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata: { name: shop }
spec:
  resourceSelectors:
    - { group: "", version: v1, kind: Namespace, name: shop }
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ResourceOverride
metadata: { name: patched, namespace: shop }
spec:
  placement: { name: shop }
  resourceSelectors:
    - { group: "", version: v1, kind: Secret, name: patched }
  policy:
    overrideRules:
      - clusterSelector: { clusterSelectorTerms: [{ labelSelector: { matchLabels: { region: west } } }] }
        jsonPatchOverrides:
          - { op: replace, path: /type, value: Opaque }
\`\`\`

fleet-gate says:

\`\`\`text
PASSED with 3 warnings and 1 notice: bad.yaml:27:17 Secret/shop/login is of type Opaque, which the kubelet does not use as a pull secret (and 3 more findings)
  3 warnings \u00b7 1 notice in 9 documents of 1 file, hub v0.3

bad.yaml
  27:17  warning  Secret/shop/login is of type Opaque, which the kubelet does not use as a pull secret.
      Deployment/shop/web \u00b7 pull-secret-unread \u00b7 accepted, but without the intended effect
      do: Create the Secret with
            kubectl create secret docker-registry
          for the registry of the images.
      see bad.yaml:1:1: the Secret
      https://fleet-gate.github.io/fleet-gate/rules/pull-secret-unread
      https://kubernetes.io/docs/concepts/containers/images/#specifying-imagepullsecrets-on-a-pod
  38:11  warning  Secret/shop/login is of type Opaque, which the kubelet does not use as a pull secret.
      ServiceAccount/shop/web \u00b7 pull-secret-unread \u00b7 accepted, but without the intended effect
      do: Create the Secret with
            kubectl create secret docker-registry
          for the registry of the images.
      see bad.yaml:1:1: the Secret
      https://fleet-gate.github.io/fleet-gate/rules/pull-secret-unread
      https://kubernetes.io/docs/concepts/containers/images/#specifying-imagepullsecrets-on-a-pod
  79:48  warning  Secret/shop/patched is of type Opaque, which the kubelet does not use as a pull secret.
      ResourceOverride/shop/patched \u00b7 pull-secret-unread \u00b7 accepted, but without the intended effect
      do: Create the Secret with
            kubectl create secret docker-registry
          for the registry of the images.
      see bad.yaml:55:11: the pull secret
      https://fleet-gate.github.io/fleet-gate/rules/pull-secret-unread
      https://kubernetes.io/docs/concepts/containers/images/#specifying-imagepullsecrets-on-a-pod
  28:17  notice  Secret/shop/other-registry has no credentials for private.example:5000, the registry of the images.
      Deployment/shop/web \u00b7 pull-secret-unread \u00b7 worth knowing
      do: Create the Secret with
            kubectl create secret docker-registry
          for the registry of the images.
      see bad.yaml:13:7: the Secret
      https://fleet-gate.github.io/fleet-gate/rules/pull-secret-unread
      https://kubernetes.io/docs/concepts/containers/images/#specifying-imagepullsecrets-on-a-pod

PASSED with 3 warnings and 1 notice: bad.yaml:27:17 Secret/shop/login is of type Opaque, which the kubelet does not use as a pull secret (and 3 more findings)
\`\`\``,"queued-job-undone":`## Example

\`bad.yaml\`

\`\`\`yaml
apiVersion: v1
kind: Namespace
metadata: { name: shop }
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata: { name: shop }
spec:
  resourceSelectors:
    - { group: "", version: v1, kind: Namespace, name: shop }
  policy: { placementType: PickAll }
---
apiVersion: batch/v1
kind: Job
metadata: { name: report, namespace: shop, labels: { kueue.x-k8s.io/queue-name: team } }
spec:
  suspend: true
  template: { spec: { restartPolicy: Never, containers: [{ name: report, image: "registry.example/report:1.0.0" }] } }
---
# The hub fills in false.
apiVersion: batch/v1
kind: Job
metadata: { name: mail, namespace: shop, labels: { kueue.x-k8s.io/queue-name: team } }
spec:
  template: { spec: { restartPolicy: Never, containers: [{ name: mail, image: "registry.example/mail:1.0.0" }] } }
---
apiVersion: jobset.x-k8s.io/v1alpha2
kind: JobSet
metadata: { name: train, namespace: shop, labels: { kueue.x-k8s.io/queue-name: team } }
spec:
  suspend: true
---
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ResourceEnvelope
metadata: { name: jobs, namespace: shop }
data:
  job.yaml:
    apiVersion: batch/v1
    kind: Job
    metadata: { name: pay, namespace: shop, labels: { kueue.x-k8s.io/queue-name: team } }
    spec:
      suspend: true
      template: { spec: { restartPolicy: Never, containers: [{ name: pay, image: "registry.example/pay:1.0.0" }] } }
---
apiVersion: v1
kind: Namespace
metadata: { name: spare }
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata: { name: spare }
spec:
  resourceSelectors:
    - { group: "", version: v1, kind: Namespace, name: spare }
  strategy: { applyStrategy: { whenToApply: IfNotDrifted } }
---
apiVersion: batch/v1
kind: Job
metadata: { name: report, namespace: spare, labels: { kueue.x-k8s.io/queue-name: team } }
spec:
  suspend: true
  template: { spec: { restartPolicy: Never, containers: [{ name: report, image: "registry.example/report:1.0.0" }] } }
\`\`\`

fleet-gate says:

\`\`\`text
PASSED with 5 warnings: bad.yaml:17:3 At every apply KubeFleet sets \`suspend\` of Job/shop/report to true again, also if Kueue has started it (and 4 more findings)
  5 warnings in 9 documents of 1 file, hub v0.3
  depends on 1 object from elsewhere: CustomResourceDefinition/jobsets.jobset.x-k8s.io for JobSet/train

bad.yaml
  17:3  warning  At every apply KubeFleet sets \`suspend\` of Job/shop/report to true again, also if Kueue has started it.
      Job/shop/report \u00b7 queued-job-undone \u00b7 accepted, but without the intended effect
      do: Remove the field with an override for all clusters (\`op: remove\`, \`path: /spec/suspend\`); it is not enough to remove it from the manifest.
      https://fleet-gate.github.io/fleet-gate/rules/queued-job-undone
      https://kubernetes.io/docs/concepts/workloads/controllers/job/#suspending-a-job
  24:1  warning  At every apply KubeFleet sets \`suspend\` of Job/shop/mail to false again, which the hub fills in, also if Kueue holds it back.
      Job/shop/mail \u00b7 queued-job-undone \u00b7 accepted, but without the intended effect
      do: Remove the field with an override for all clusters (\`op: remove\`, \`path: /spec/suspend\`); it is not enough to remove it from the manifest.
      https://fleet-gate.github.io/fleet-gate/rules/queued-job-undone
      https://kubernetes.io/docs/concepts/workloads/controllers/job/#suspending-a-job
  31:3  warning  At every apply KubeFleet sets \`suspend\` of JobSet/shop/train to true again, also if Kueue has started it.
      JobSet/shop/train \u00b7 queued-job-undone \u00b7 accepted, but without the intended effect
      do: Remove the field with an override for all clusters (\`op: remove\`, \`path: /spec/suspend\`); it is not enough to remove it from the manifest.
      https://fleet-gate.github.io/fleet-gate/rules/queued-job-undone
      https://kubernetes.io/docs/concepts/workloads/controllers/job/#suspending-a-job
  42:7  warning  At every apply KubeFleet sets \`suspend\` of Job/shop/pay to true again, also if Kueue has started it.
      ResourceEnvelope/shop/jobs \u00b7 queued-job-undone \u00b7 accepted, but without the intended effect
      do: Remove \`suspend\` from the object in the envelope: Kueue sets it on the cluster.
      https://fleet-gate.github.io/fleet-gate/rules/queued-job-undone
      https://kubernetes.io/docs/concepts/workloads/controllers/job/#suspending-a-job
  61:3  warning  The change of \`suspend\` of Job/spare/report by Kueue is drift, and spare applies only objects that have not drifted: \`Applied\` becomes False.
      Job/spare/report \u00b7 queued-job-undone \u00b7 accepted, but without the intended effect
      do: Remove the field with an override for all clusters (\`op: remove\`, \`path: /spec/suspend\`); it is not enough to remove it from the manifest.
      https://fleet-gate.github.io/fleet-gate/rules/queued-job-undone
      https://kubernetes.io/docs/concepts/workloads/controllers/job/#suspending-a-job

needed from elsewhere (not in these files)
  CustomResourceDefinition/jobsets.jobset.x-k8s.io for JobSet/train: there is no definition of kind JobSet in these files

PASSED with 5 warnings: bad.yaml:17:3 At every apply KubeFleet sets \`suspend\` of Job/shop/report to true again, also if Kueue has started it (and 4 more findings)
\`\`\``,"quota-too-small":`## Example

\`bad.yaml\`

\`\`\`yaml
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterResourcePlacement
metadata:
  name: shop
spec:
  resourceSelectors:
    - { group: "", version: v1, kind: Namespace, name: shop }
---
apiVersion: v1
kind: ResourceQuota
metadata:
  name: shop
  namespace: shop
spec:
  hard:
    requests.cpu: "4"
    requests.memory: 2Gi
    limits.memory: 8Gi
    pods: "10"
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  namespace: shop
spec:
  replicas: 3
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec:
      containers:
        - name: web
          image: registry.example/web:1.4
          resources: { requests: { cpu: 1500m, memory: 512Mi } }
        - name: log
          image: registry.example/log:2
          resources: { requests: { cpu: 100m, memory: 64Mi } }
---
apiVersion: batch/v1
kind: Job
metadata:
  name: migrate
  namespace: shop
spec:
  parallelism: 8
  template:
    spec:
      restartPolicy: Never
      containers:
        - name: migrate
          image: registry.example/web:1.4
          resources: { requests: { cpu: "1" }, limits: { memory: 512Mi } }
\`\`\`

fleet-gate says:

\`\`\`text
FAILED: bad.yaml:16:19 Deployment/shop/web needs 4800m of requests.cpu on each cluster, and the quota allows 4 (and 2 more findings)
  first: Raise the quota, or lower the requests of the workloads.
  2 errors \u00b7 1 warning in 4 documents of 1 file, hub v0.3
  depends on 1 object from elsewhere: Namespace/shop for ClusterResourcePlacement/shop

bad.yaml
  16:19  error  Deployment/shop/web needs 4800m of requests.cpu on each cluster, and the quota allows 4.
      ResourceQuota/shop/shop \u00b7 quota-too-small \u00b7 the hub accepts it, and it fails at run time
      do: Raise the quota, or lower the requests of the workloads.
      https://fleet-gate.github.io/fleet-gate/rules/quota-too-small
      https://kubernetes.io/docs/concepts/policy/resource-quotas/
  17:22  error  Deployment/shop/web, Job/shop/migrate need 2240Mi of requests.memory on each cluster, and the quota allows 2Gi.
      ResourceQuota/shop/shop \u00b7 quota-too-small \u00b7 the hub accepts it, and it fails at run time
      do: Raise the quota, or lower the requests of the workloads.
      https://fleet-gate.github.io/fleet-gate/rules/quota-too-small
      https://kubernetes.io/docs/concepts/policy/resource-quotas/
  18:20  warning  Containers of Deployment/shop/web do not set limits.memory, and with this quota the namespace refuses their Pods.
      ResourceQuota/shop/shop \u00b7 quota-too-small \u00b7 probably wrong; it depends on objects outside these files
      do: Set limits.memory for each container.
      https://fleet-gate.github.io/fleet-gate/rules/quota-too-small
      https://kubernetes.io/docs/concepts/policy/resource-quotas/

needed from elsewhere (not in these files)
  Namespace/shop for ClusterResourcePlacement/shop: it is not in these files, and the placement selects it
\`\`\``,"reference-key-missing":`## Example

\`shop.yaml\`

\`\`\`yaml
apiVersion: apps/v1
kind: Deployment
metadata: { name: web, namespace: shop }
spec:
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec:
      containers:
        - name: web
          image: registry.example/web:1.0.0
          env:
            - name: LEVEL
              valueFrom: { configMapKeyRef: { name: settings, key: level } }
            - name: MODE
              valueFrom:
                configMapKeyRef:
                  name: settings
                  key: mode
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ResourcePlacement
metadata: { name: web, namespace: shop }
spec:
  resourceSelectors:
    - { group: apps, version: v1, kind: Deployment, name: web }
    - { group: "", version: v1, kind: ConfigMap, name: settings }
\`\`\`

fleet-gate says:

\`\`\`text
FAILED: shop.yaml:19:24 ConfigMap/shop/settings has no entry "mode", so the Pods do not start
  1 error in 2 documents of 1 file, hub v0.3

shop.yaml
  19:24  error  ConfigMap/shop/settings has no entry "mode", so the Pods do not start.
      Deployment/shop/web \u00b7 reference-key-missing \u00b7 the hub accepts it, and it fails at run time
      do: Add the key, correct its name, or mark the reference \`optional\`.
      https://fleet-gate.github.io/fleet-gate/rules/reference-key-missing
      https://kubernetes.io/docs/tasks/configure-pod-container/configure-pod-configmap/#restrictions
\`\`\``,"reference-not-placed":`## Example

\`shop.yaml\`

\`\`\`yaml
# The hub does not have the first, places the second on fewer clusters, and places the third nowhere.
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ResourcePlacement
metadata: { name: web, namespace: shop }
spec:
  resourceSelectors:
    - { group: apps, version: v1, kind: Deployment, name: web }
  policy: { placementType: PickFixed, clusterNames: [amsterdam, oslo] }
---
apiVersion: apps/v1
kind: Deployment
metadata: { name: web, namespace: shop }
spec:
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec:
      containers:
        - name: web
          image: registry.example/web:1.4
          envFrom:
            - secretRef: { name: nowhere }
            - configMapRef: { name: settings }
            - configMapRef: { name: colours }
\`\`\`

fleet-gate says:

\`\`\`text
FAILED: shop.yaml:23:37 ConfigMap/shop/settings does not reach oslo, where web goes, and its containers do not start there (and 1 more finding)
  first: Select ConfigMap/shop/settings in web.
  2 errors in 2 documents of 1 file, hub v0.3
  depends on 1 object from elsewhere: Secret/shop/nowhere for Deployment/web

shop.yaml
  23:37  error  ConfigMap/shop/settings does not reach oslo, where web goes, and its containers do not start there.
      Deployment/shop/web \u00b7 reference-not-placed \u00b7 the hub accepts it, and it fails at run time
      do: Select ConfigMap/shop/settings in web.
      see shop.yaml:7:5: web sends the object that refers to it
      https://fleet-gate.github.io/fleet-gate/rules/reference-not-placed
      https://kubefleet.dev/docs/concepts/crp/#resource-selection
  24:37  error  No placement selects ConfigMap/shop/colours, so its containers do not start where web goes.
      Deployment/shop/web \u00b7 reference-not-placed \u00b7 the hub accepts it, and it fails at run time
      do: Select ConfigMap/shop/colours in web.
      see shop.yaml:7:5: web sends the object that refers to it
      https://fleet-gate.github.io/fleet-gate/rules/reference-not-placed
      https://kubefleet.dev/docs/concepts/crp/#resource-selection

needed from elsewhere (not in these files)
  Secret/shop/nowhere for Deployment/web: it is neither in these files nor on the hub
\`\`\``,"refused-by-policy":`## Example

\`bad.yaml\`

\`\`\`yaml
# A policy with its binding: the hub may refuse the placements of this tree.
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata:
  name: placements-have-a-team
spec:
  matchConstraints:
    resourceRules:
      - apiGroups: [placement.kubernetes-fleet.io]
        apiVersions: ['*']
        operations: [CREATE, UPDATE]
        resources: [clusterresourceplacements, resourceplacements]
  validations:
    - expression: "has(object.metadata.labels) && 'team' in object.metadata.labels"
      messageExpression: "object.kind + ' ' + object.metadata.name + ' has no label team'"
    - expression: object.spec.revisionHistoryLimit <= 10
      message: ten revisions are enough
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata:
  name: placements-have-a-team
spec:
  policyName: placements-have-a-team
  validationActions: [Deny]
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata:
  name: shop
spec:
  resourceSelectors:
    - { group: '', version: v1, kind: Namespace, name: shop }
---
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ResourcePlacement
metadata:
  name: cart
  namespace: shop
  labels: { team: shop }
spec:
  revisionHistoryLimit: 11
  resourceSelectors:
    - { group: '', version: v1, kind: ConfigMap, name: cart }
\`\`\`

fleet-gate says:

\`\`\`text
PASSED with 2 notices: bad.yaml:30:9 ValidatingAdmissionPolicy placements-have-a-team, bound by placements-have-a-team, refuses the object once these manifests are applied: ClusterResourcePlacement shop has no label team (and 1 more finding)
  2 notices in 4 documents of 1 file, hub v0.3
  depends on 2 objects from elsewhere: ConfigMap/shop/cart for ResourcePlacement/cart, Namespace/shop for ClusterResourcePlacement/shop and 1 more

bad.yaml
  30:9  notice  ValidatingAdmissionPolicy placements-have-a-team, bound by placements-have-a-team, refuses the object once these manifests are applied: ClusterResourcePlacement shop has no label team.
      ClusterResourcePlacement/shop \u00b7 refused-by-policy \u00b7 worth knowing
      do: Change the object so that the policy lets it pass, or ask the owner of the policy.
      https://fleet-gate.github.io/fleet-gate/rules/refused-by-policy
      https://kubernetes.io/docs/reference/access-authn-authz/validating-admission-policy/
  38:9  notice  ValidatingAdmissionPolicy placements-have-a-team, bound by placements-have-a-team, refuses the object once these manifests are applied: ten revisions are enough.
      ResourcePlacement/shop/cart \u00b7 refused-by-policy \u00b7 worth knowing
      do: Change the object so that the policy lets it pass, or ask the owner of the policy.
      https://fleet-gate.github.io/fleet-gate/rules/refused-by-policy
      https://kubernetes.io/docs/reference/access-authn-authz/validating-admission-policy/

needed from elsewhere (not in these files)
  ConfigMap/shop/cart for ResourcePlacement/cart: it is not in these files, and the placement selects it
  Namespace/shop for ClusterResourcePlacement/shop and 1 more: it is not in these files, and the placement selects it
\`\`\``,"refused-change":`## Example

\`base.yaml\`

\`\`\`yaml
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata:
  name: shop
spec:
  resourceSelectors:
    - group: ""
      version: v1
      kind: Namespace
      name: shop
  policy:
    placementType: PickFixed
    clusterNames: [one]
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata:
  name: books
spec:
  resourceSelectors:
    - group: ""
      version: v1
      kind: Namespace
      name: books
\`\`\`

\`shop.yaml\`

\`\`\`yaml
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata:
  name: shop
spec:
  resourceSelectors:
    - group: ""
      version: v1
      kind: Namespace
      name: shop
  policy:
    placementType: PickAll
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata:
  name: books
spec:
  resourceSelectors:
    - group: ""
      version: v1
      kind: Namespace
      name: books
  strategy:
    type: External
\`\`\`

fleet-gate says:

\`\`\`text
FAILED: shop.yaml:12:20 The placement type cannot be changed (from PickFixed to PickAll) (and 1 more finding)
  first: Keep the old type (without \`policy\` it is PickAll), or delete the placement and create it again, which first deletes its objects from every cluster, with all that they hold.
  2 errors in 2 documents of 1 file, hub v0.3
  depends on 2 objects from elsewhere: Namespace/books for ClusterResourcePlacement/books, Namespace/shop for ClusterResourcePlacement/shop

shop.yaml
  12:20  error  The placement type cannot be changed (from PickFixed to PickAll).
      ClusterResourcePlacement/shop \u00b7 refused-change \u00b7 the hub refuses it
      do: Keep the old type (without \`policy\` it is PickAll), or delete the placement and create it again, which first deletes its objects from every cluster, with all that they hold.
      https://fleet-gate.github.io/fleet-gate/rules/refused-change
      https://kubefleet.dev/docs/api-reference/
  25:5  error  The hub keeps \`spec.strategy.rollingUpdate\`, which the manifest does not have: \`rollingUpdate\` cannot be set when the strategy type is External.
      ClusterResourcePlacement/books \u00b7 refused-change \u00b7 the hub refuses it
      do: Write \`rollingUpdate: null\` beside \`type: External\`; server-side apply ignores null, so set both there with a JSON merge patch first.
      https://fleet-gate.github.io/fleet-gate/rules/refused-change
      https://kubefleet.dev/docs/api-reference/

needed from elsewhere (not in these files)
  Namespace/books for ClusterResourcePlacement/books: it is not in these files, and the placement selects it
  Namespace/shop for ClusterResourcePlacement/shop: it is not in these files, and the placement selects it
\`\`\``,"refused-content":`## Example

\`bad.yaml\`

\`\`\`yaml
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata:
  name: shop
spec:
  resourceSelectors:
    - group: apps
      version: v1
      kind: Deployment
      name: web
  policy:
    placementType: PickAll
    numberOfClusters: 3
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterStagedUpdateStrategy
metadata:
  name: by-region
spec:
  stages:
    - name: first
      afterStageTasks:
        - type: TimedWait
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ResourceOverride
metadata:
  name: shop
  namespace: shop
spec:
  resourceSelectors:
    - { group: apps, version: v1, kind: Deployment, name: web }
  policy:
    overrideRules:
      - clusterSelector:
          clusterSelectorTerms: []
        jsonPatchOverrides:
          - op: replace
            path: spec.replicas
            value: 3
\`\`\`

fleet-gate says:

\`\`\`text
FAILED: bad.yaml:9:13 A ClusterResourcePlacement cannot select Deployment (apps/v1): it selects cluster-scoped kinds in their preferred version, except those that KubeFleet never places (and 3 more findings)
  first: Select the Namespace the objects are in (they come with it), or use a ResourcePlacement.
  4 errors in 3 documents of 1 file, hub v0.3
  depends on 1 object from elsewhere: Deployment/shop/web for ResourceOverride/shop

bad.yaml
  9:13  error  A ClusterResourcePlacement cannot select Deployment (apps/v1): it selects cluster-scoped kinds in their preferred version, except those that KubeFleet never places.
      ClusterResourcePlacement/shop \u00b7 refused-content \u00b7 the hub refuses it
      do: Select the Namespace the objects are in (they come with it), or use a ResourcePlacement.
      https://fleet-gate.github.io/fleet-gate/rules/refused-content
      https://kubefleet.dev/docs/api-reference/
  13:23  error  \`numberOfClusters\` cannot be set when the placement type is PickAll.
      ClusterResourcePlacement/shop \u00b7 refused-content \u00b7 the hub refuses it
      do: Write \`placementType: PickN\` for so many clusters, or remove \`numberOfClusters\`.
      https://fleet-gate.github.io/fleet-gate/rules/refused-content
      https://kubefleet.dev/docs/api-reference/
  23:11  error  A task of type TimedWait has no \`waitTime\`.
      ClusterStagedUpdateStrategy/by-region \u00b7 refused-content \u00b7 the hub refuses it
      do: Write how long to wait, such as \`waitTime: 1h\`.
      https://fleet-gate.github.io/fleet-gate/rules/refused-content
      https://kubefleet.dev/docs/api-reference/
  39:19  error  The path "spec.replicas" of a patch is refused: path must start with /.
      ResourceOverride/shop/shop \u00b7 refused-content \u00b7 the hub refuses it
      do: A path is a JSON pointer, such as \`/spec/replicas\`.
      https://fleet-gate.github.io/fleet-gate/rules/refused-content
      https://kubefleet.dev/docs/api-reference/

needed from elsewhere (not in these files)
  Deployment/shop/web for ResourceOverride/shop: it is not in these files, and the override selects it

FAILED: bad.yaml:9:13 A ClusterResourcePlacement cannot select Deployment (apps/v1): it selects cluster-scoped kinds in their preferred version, except those that KubeFleet never places (and 3 more findings)
\`\`\``,"reserved-label":`## Example

\`copied.yaml\`

\`\`\`yaml
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata:
  name: team-web
  labels:
    fleet.azure.com/managed-by: arm
spec:
  resourceSelectors:
    - { group: "", version: v1, kind: Namespace, name: team-web }
  policy:
    placementType: PickAll
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  namespace: team-web
spec:
  selector: { matchLabels: { app: web } }
  template:
    metadata:
      labels:
        app: web
        fleet.azure.com/reconcile: managed
    spec:
      containers:
        - { name: web, image: registry.example/web:1.4.2 }
\`\`\`

fleet-gate says:

\`\`\`text
FAILED: copied.yaml:6:33 The label fleet.azure.com/managed-by: arm is reserved for Azure, and its hub refuses the object (and 1 more finding)
  first: Remove the label. Change objects that Azure created with \`az fleet\`, not with a manifest.
  2 errors in 2 documents of 1 file, hub aks
  depends on 1 object from elsewhere: Namespace/team-web for ClusterResourcePlacement/team-web

copied.yaml
  6:33  error  The label fleet.azure.com/managed-by: arm is reserved for Azure, and its hub refuses the object.
      ClusterResourcePlacement/team-web \u00b7 reserved-label \u00b7 the hub refuses it
      do: Remove the label. Change objects that Azure created with \`az fleet\`, not with a manifest.
      https://fleet-gate.github.io/fleet-gate/rules/reserved-label
      https://learn.microsoft.com/en-us/azure/kubernetes-fleet/concepts-fleet-managed-namespace
  24:36  error  The label fleet.azure.com/reconcile: managed is reserved for Azure, and its hub refuses the object.
      Deployment/team-web/web \u00b7 reserved-label \u00b7 the hub refuses it
      do: Remove the label. Change objects that Azure created with \`az fleet\`, not with a manifest.
      https://fleet-gate.github.io/fleet-gate/rules/reserved-label
      https://learn.microsoft.com/en-us/azure/kubernetes-fleet/concepts-fleet-managed-namespace

needed from elsewhere (not in these files)
  Namespace/team-web for ClusterResourcePlacement/team-web: it is not in these files, and the placement selects it
\`\`\``,"reserved-namespace":`## Example

\`bad.yaml\`

\`\`\`yaml
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata:
  name: monitoring
spec:
  resourceSelectors:
    - group: ""
      version: v1
      kind: Namespace
      name: kube-prometheus
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata:
  name: everything
spec:
  resourceSelectors:
    - group: ""
      version: v1
      kind: Namespace
\`\`\`

fleet-gate says:

\`\`\`text
FAILED: bad.yaml:10:13 KubeFleet never places namespace kube-prometheus (and 1 more finding)
  first: Move the objects into a namespace of your own, and select that one.
  2 errors in 2 documents of 1 file, hub v0.3
  depends on 1 object from elsewhere: Namespace/kube-prometheus for ClusterResourcePlacement/monitoring

bad.yaml
  10:13  error  KubeFleet never places namespace kube-prometheus.
      ClusterResourcePlacement/monitoring \u00b7 reserved-namespace \u00b7 the hub accepts it, and it fails at run time
      do: Move the objects into a namespace of your own, and select that one.
      https://fleet-gate.github.io/fleet-gate/rules/reserved-namespace
      https://kubefleet.dev/docs/troubleshooting/placementscheduled
  18:7  error  The selector selects every namespace, including default, which KubeFleet never places.
      ClusterResourcePlacement/everything \u00b7 reserved-namespace \u00b7 the hub accepts it, and it fails at run time
      do: Narrow the selector to the intended namespaces, by name or by a label that only they have.
      https://fleet-gate.github.io/fleet-gate/rules/reserved-namespace
      https://kubefleet.dev/docs/troubleshooting/placementscheduled

needed from elsewhere (not in these files)
  Namespace/kube-prometheus for ClusterResourcePlacement/monitoring: it is not in these files, and the placement selects it
\`\`\``,"rollout-takes-hours":`## Example

\`bad.yaml\`

\`\`\`yaml
apiVersion: batch/v1
kind: Job
metadata:
  name: migrate
  namespace: shop
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ResourcePlacement
metadata:
  name: one-by-one
  namespace: shop
spec:
  resourceSelectors:
    - {group: batch, version: v1, kind: Job, name: migrate}
  policy: {placementType: PickN, numberOfClusters: 100}
  strategy:
    type: RollingUpdate
    rollingUpdate:
      maxUnavailable: 1
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ResourcePlacement
metadata:
  name: long-period
  namespace: shop
spec:
  resourceSelectors:
    - {group: batch, version: v1, kind: Job, name: migrate}
  policy: {placementType: PickFixed, clusterNames: [europe-1, europe-2, asia-1]}
  strategy:
    type: RollingUpdate
    rollingUpdate:
      maxUnavailable: "34%"
      unavailablePeriodSeconds: 3600
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ResourcePlacement
metadata:
  name: quarters
  namespace: shop
spec:
  resourceSelectors:
    - {group: batch, version: v1, kind: Job, name: migrate}
  policy: {placementType: PickN, numberOfClusters: 8}
  strategy:
    type: RollingUpdate
    rollingUpdate:
      unavailablePeriodSeconds: 1200
\`\`\`

fleet-gate says:

\`\`\`text
PASSED with 3 notices: bad.yaml:18:5 An update takes at least 1 h 39 min: 100 clusters, 1 at once, and 60 s between, because KubeFleet does not track kind Job (and 2 more findings)
  3 notices in 4 documents of 1 file, hub v0.3
  depends on 1 object from elsewhere: Namespace/shop for ResourcePlacement/one-by-one and 2 more

bad.yaml
  18:5  notice  An update takes at least 1 h 39 min: 100 clusters, 1 at once, and 60 s between, because KubeFleet does not track kind Job.
      ResourcePlacement/shop/one-by-one \u00b7 rollout-takes-hours \u00b7 worth knowing
      do: Raise \`maxUnavailable\`, lower \`unavailablePeriodSeconds\`, or place the objects that KubeFleet does not track separately. Otherwise increase the timeout of the gate.
      https://fleet-gate.github.io/fleet-gate/rules/rollout-takes-hours
      https://kubefleet.dev/docs/troubleshooting/placementrolloutstarted
  32:5  notice  An update takes at least 1 h: 3 clusters, 2 at once, and 3600 s between, because KubeFleet does not track kind Job.
      ResourcePlacement/shop/long-period \u00b7 rollout-takes-hours \u00b7 worth knowing
      do: Raise \`maxUnavailable\`, lower \`unavailablePeriodSeconds\`, or place the objects that KubeFleet does not track separately. Otherwise increase the timeout of the gate.
      https://fleet-gate.github.io/fleet-gate/rules/rollout-takes-hours
      https://kubefleet.dev/docs/troubleshooting/placementrolloutstarted
  47:5  notice  An update takes at least 1 h: 8 clusters, 2 at once, and 1200 s between, because KubeFleet does not track kind Job.
      ResourcePlacement/shop/quarters \u00b7 rollout-takes-hours \u00b7 worth knowing
      do: Raise \`maxUnavailable\`, lower \`unavailablePeriodSeconds\`, or place the objects that KubeFleet does not track separately. Otherwise increase the timeout of the gate.
      https://fleet-gate.github.io/fleet-gate/rules/rollout-takes-hours
      https://kubefleet.dev/docs/troubleshooting/placementrolloutstarted

needed from elsewhere (not in these files)
  Namespace/shop for ResourcePlacement/one-by-one and 2 more: the Namespace is not in these files, and none of their placements selects it
\`\`\``,"rp-namespace-not-placed":`## Example

\`placements.yaml\`

\`\`\`yaml
# The hub places one namespace on fewer clusters, and the other nowhere.
apiVersion: placement.kubernetes-fleet.io/v1
kind: ResourcePlacement
metadata:
  name: settings
  namespace: shop
spec:
  resourceSelectors:
    - { group: "", version: v1, kind: ConfigMap, name: settings }
  policy: { placementType: PickFixed, clusterNames: [amsterdam, oslo] }
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ResourcePlacement
metadata:
  name: banner
  namespace: press
spec:
  resourceSelectors:
    - { group: "", version: v1, kind: ConfigMap, name: banner }
\`\`\`

fleet-gate says:

\`\`\`text
FAILED: placements.yaml:6:14 Namespace shop is not placed on oslo, where this placement goes (and 1 more finding)
  first: Let namespaces pick the clusters of this placement too, or limit this placement to clusters that have the namespace.
  1 error \u00b7 1 warning in 2 documents of 1 file, hub v0.3

placements.yaml
  6:14  error  Namespace shop is not placed on oslo, where this placement goes.
      ResourcePlacement/shop/settings \u00b7 rp-namespace-not-placed \u00b7 the hub accepts it, and it fails at run time
      do: Let namespaces pick the clusters of this placement too, or limit this placement to clusters that have the namespace.
      https://fleet-gate.github.io/fleet-gate/rules/rp-namespace-not-placed
      https://kubefleet.dev/docs/troubleshooting/resourceplacement
  16:14  warning  No ClusterResourcePlacement in these manifests or on the hub places namespace press.
      ResourcePlacement/press/banner \u00b7 rp-namespace-not-placed \u00b7 probably wrong; it depends on objects outside these files
      do: Add a ClusterResourcePlacement that selects the Namespace with \`selectionScope: NamespaceOnly\` and picks the same clusters.
      https://fleet-gate.github.io/fleet-gate/rules/rp-namespace-not-placed
      https://kubefleet.dev/docs/troubleshooting/resourceplacement
\`\`\``,"rp-not-checked":`## Example

\`bad.yaml\`

\`\`\`yaml
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ResourcePlacement
metadata:
  name: everywhere
  namespace: shop
spec:
  policy:
    placementType: PickAll
    numberOfClusters: 2
  resourceSelectors:
    - {group: apps, version: v1, kind: Deployment, name: web}
---
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ResourcePlacement
metadata:
  name: some
  namespace: shop
spec:
  policy:
    placementType: PickN
  resourceSelectors:
    - {group: apps, version: v1, kind: Deployment, name: worker}
---
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ResourcePlacement
metadata:
  name: named
  namespace: shop
spec:
  policy:
    placementType: PickFixed
    clusterNames:
      - europe-1
      - europe-1
  resourceSelectors:
    - group: ""
      version: v1
      kind: ConfigMap
      labelSelector: {matchExpressions: [{key: team, operator: Gt, values: ["1"]}]}
  strategy:
    rollingUpdate:
      maxUnavailable: "5"
\`\`\`

fleet-gate says:

\`\`\`text
FAILED: bad.yaml:19:3 The placement type is PickN, and \`numberOfClusters\` is missing. No webhook checks a ResourcePlacement, so the hub accepts it, but never schedules the placement (and 4 more findings)
  first: Write how many clusters to pick.
  2 errors \u00b7 3 warnings in 3 documents of 1 file, hub v0.3
  depends on 3 objects from elsewhere: Deployment/shop/web for ResourcePlacement/everywhere, Deployment/shop/worker for ResourcePlacement/some and 1 more

bad.yaml
  19:3  error  The placement type is PickN, and \`numberOfClusters\` is missing. No webhook checks a ResourcePlacement, so the hub accepts it, but never schedules the placement.
      ResourcePlacement/shop/some \u00b7 rp-not-checked \u00b7 the hub accepts it, and it fails at run time
      do: Write how many clusters to pick.
      https://fleet-gate.github.io/fleet-gate/rules/rp-not-checked
      https://kubefleet.dev/docs/troubleshooting/resourceplacement
  39:64  error  A label selector has no operator "Gt". No webhook checks a ResourcePlacement, so the hub accepts it, but never schedules the placement.
      ResourcePlacement/shop/named \u00b7 rp-not-checked \u00b7 the hub accepts it, and it fails at run time
      do: Operators are In, NotIn (with values), Exists and DoesNotExist (without).
      https://fleet-gate.github.io/fleet-gate/rules/rp-not-checked
      https://kubefleet.dev/docs/troubleshooting/resourceplacement
  9:23  warning  \`numberOfClusters\` cannot be set when the placement type is PickAll. No webhook checks a ResourcePlacement, so the hub accepts it, but without the intended effect.
      ResourcePlacement/shop/everywhere \u00b7 rp-not-checked \u00b7 accepted, but without the intended effect
      do: Write \`placementType: PickN\` for so many clusters, or remove \`numberOfClusters\`.
      https://fleet-gate.github.io/fleet-gate/rules/rp-not-checked
      https://kubefleet.dev/docs/troubleshooting/resourceplacement
  34:9  warning  The cluster "europe-1" is listed twice. No webhook checks a ResourcePlacement, so the hub accepts it, but without the intended effect.
      ResourcePlacement/shop/named \u00b7 rp-not-checked \u00b7 accepted, but without the intended effect
      do: Remove one of the two.
      https://fleet-gate.github.io/fleet-gate/rules/rp-not-checked
      https://kubefleet.dev/docs/troubleshooting/resourceplacement
  42:23  warning  \`maxUnavailable\` is "5", which is neither a number nor a percentage. No webhook checks a ResourcePlacement, so the hub accepts it, but without the intended effect.
      ResourcePlacement/shop/named \u00b7 rp-not-checked \u00b7 accepted, but without the intended effect
      do: Write 5 without quotes, or 5%.
      https://fleet-gate.github.io/fleet-gate/rules/rp-not-checked
      https://kubefleet.dev/docs/troubleshooting/resourceplacement

needed from elsewhere (not in these files)
  Deployment/shop/web for ResourcePlacement/everywhere: it is not in these files, and the placement selects it
  Deployment/shop/worker for ResourcePlacement/some: it is not in these files, and the placement selects it
  Namespace/shop for ResourcePlacement/everywhere and 2 more: the Namespace is not in these files, and none of their placements selects it

FAILED: bad.yaml:19:3 The placement type is PickN, and \`numberOfClusters\` is missing. No webhook checks a ResourcePlacement, so the hub accepts it, but never schedules the placement (and 4 more findings)
\`\`\``,"rp-selects-cluster-kind":`## Example

\`bad.yaml\`

\`\`\`yaml
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ResourcePlacement
metadata:
  name: shop
  namespace: shop
spec:
  resourceSelectors:
    - group: ""
      version: v1
      kind: Namespace
      name: shop
    - group: rbac.authorization.k8s.io
      version: v1
      kind: ClusterRole
      name: shop-reader
    - group: shop.example.com
      version: v1
      kind: Tenant
      name: shop
---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: tenants.shop.example.com
spec:
  group: shop.example.com
  scope: Cluster
  names:
    kind: Tenant
    plural: tenants
  versions:
    - name: v1
      served: true
      storage: true
\`\`\`

fleet-gate says:

\`\`\`text
FAILED: bad.yaml:10:13 A ResourcePlacement cannot select kind Namespace, which is cluster-scoped (and 2 more findings)
  first: Remove the selector; place the Namespace with a ClusterResourcePlacement and \`selectionScope: NamespaceOnly\`.
  3 errors in 2 documents of 1 file, hub v0.3
  depends on 1 object from elsewhere: Namespace/shop for ResourcePlacement/shop

bad.yaml
  10:13  error  A ResourcePlacement cannot select kind Namespace, which is cluster-scoped.
      ResourcePlacement/shop/shop \u00b7 rp-selects-cluster-kind \u00b7 the hub accepts it, and it fails at run time
      do: Remove the selector; place the Namespace with a ClusterResourcePlacement and \`selectionScope: NamespaceOnly\`.
      https://fleet-gate.github.io/fleet-gate/rules/rp-selects-cluster-kind
      https://kubefleet.dev/docs/troubleshooting/resourceplacement
  14:13  error  A ResourcePlacement cannot select kind ClusterRole, which is cluster-scoped.
      ResourcePlacement/shop/shop \u00b7 rp-selects-cluster-kind \u00b7 the hub accepts it, and it fails at run time
      do: Select the ClusterRole in a ClusterResourcePlacement.
      https://fleet-gate.github.io/fleet-gate/rules/rp-selects-cluster-kind
      https://kubefleet.dev/docs/troubleshooting/resourceplacement
  18:13  error  A ResourcePlacement cannot select kind Tenant, which is cluster-scoped.
      ResourcePlacement/shop/shop \u00b7 rp-selects-cluster-kind \u00b7 the hub accepts it, and it fails at run time
      do: Select the Tenant in a ClusterResourcePlacement.
      https://fleet-gate.github.io/fleet-gate/rules/rp-selects-cluster-kind
      https://kubefleet.dev/docs/troubleshooting/resourceplacement

needed from elsewhere (not in these files)
  Namespace/shop for ResourcePlacement/shop: the Namespace is not in these files, and none of their placements selects it
\`\`\``,"rp-selects-unknown-kind":`## Example

\`bad.yaml\`

\`\`\`yaml
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ResourcePlacement
metadata:
  name: shop
  namespace: shop
spec:
  resourceSelectors:
    - group: apps
      version: v1
      kind: Deploymnet
      name: web
    - group: core
      version: v1
      kind: ConfigMap
      name: settings
    - group: ""
      version: v2
      kind: Secret
      name: token
    - group: apps
      version: v2
      kind: StatefulSet
      name: cart
    - group: extensions
      version: v1beta1
      kind: Ingress
      name: door
\`\`\`

fleet-gate says:

\`\`\`text
FAILED: bad.yaml:10:13 There is no kind Deploymnet in apps/v1, so the whole selection is invalid (and 4 more findings)
  first: Did you mean \`Deployment\`?
  5 errors in 1 document of 1 file, hub v0.3
  depends on 5 objects from elsewhere: ConfigMap/shop/settings for ResourcePlacement/shop, Deploymnet/shop/web for ResourcePlacement/shop and 3 more

bad.yaml
  10:13  error  There is no kind Deploymnet in apps/v1, so the whole selection is invalid.
      ResourcePlacement/shop/shop \u00b7 rp-selects-unknown-kind \u00b7 the hub accepts it, and it fails at run time
      do: Did you mean \`Deployment\`?
      also at bad.yaml:14:13 (ConfigMap core/v1): The core group has no name: write \`group: ""\`.
      also at bad.yaml:18:13 (Secret v2): Write \`group: ""\`, \`version: v1\`.
      also at bad.yaml:22:13 (StatefulSet apps/v2): Write \`group: apps\`, \`version: v1\`.
      also at bad.yaml:26:13 (Ingress extensions/v1beta1): Write \`group: networking.k8s.io\`, \`version: v1\`.
      https://fleet-gate.github.io/fleet-gate/rules/rp-selects-unknown-kind
      https://kubefleet.dev/docs/troubleshooting/resourceplacement

needed from elsewhere (not in these files)
  ConfigMap/shop/settings for ResourcePlacement/shop: it is not in these files, and the placement selects it
  Deploymnet/shop/web for ResourcePlacement/shop: it is not in these files, and the placement selects it
  Ingress/shop/door for ResourcePlacement/shop: it is not in these files, and the placement selects it
  Namespace/shop for ResourcePlacement/shop: the Namespace is not in these files, and none of their placements selects it
  StatefulSet/shop/cart for ResourcePlacement/shop: it is not in these files, and the placement selects it
\`\`\``,"rp-unwatched-namespace":`## Example

\`bad.yaml\`

\`\`\`yaml
apiVersion: placement.kubernetes-fleet.io/v1
kind: ResourcePlacement
metadata:
  name: prices
  namespace: default
spec:
  resourceSelectors:
    - {group: "", version: v1, kind: ConfigMap, name: prices}
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ResourcePlacement
metadata:
  name: prices
  namespace: kube-public
spec:
  resourceSelectors:
    - {group: "", version: v1, kind: ConfigMap, name: prices}
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ResourcePlacement
metadata:
  name: prices
  namespace: fleet-tools
spec:
  resourceSelectors:
    - {group: "", version: v1, kind: ConfigMap, name: prices}
  policy: {placementType: PickFixed, clusterNames: [europe-1]}
  strategy: {type: RollingUpdate}
\`\`\`

fleet-gate says:

\`\`\`text
PASSED with 3 warnings: bad.yaml:5:14 The hub does not watch namespace default, so later edits of what this placement selects are not rolled out (and 2 more findings)
  3 warnings in 3 documents of 1 file, hub v0.3
  depends on 4 objects from elsewhere: ConfigMap/default/prices for ResourcePlacement/prices, ConfigMap/fleet-tools/prices for ResourcePlacement/prices and 2 more

bad.yaml
  5:14  warning  The hub does not watch namespace default, so later edits of what this placement selects are not rolled out.
      ResourcePlacement/default/prices \u00b7 rp-unwatched-namespace \u00b7 accepted, but without the intended effect
      do: Move the placement and its objects into a namespace of your own.
      https://fleet-gate.github.io/fleet-gate/rules/rp-unwatched-namespace
      https://kubefleet.dev/docs/troubleshooting/resourceplacement
  14:14  warning  The hub does not watch namespace kube-public, so later edits of what this placement selects are not rolled out.
      ResourcePlacement/kube-public/prices \u00b7 rp-unwatched-namespace \u00b7 accepted, but without the intended effect
      do: Move the placement and its objects into a namespace of your own.
      https://fleet-gate.github.io/fleet-gate/rules/rp-unwatched-namespace
      https://kubefleet.dev/docs/troubleshooting/resourceplacement
  23:14  warning  The hub does not watch namespace fleet-tools, so later edits of what this placement selects are not rolled out.
      ResourcePlacement/fleet-tools/prices \u00b7 rp-unwatched-namespace \u00b7 accepted, but without the intended effect
      do: Move the placement and its objects into a namespace of your own.
      https://fleet-gate.github.io/fleet-gate/rules/rp-unwatched-namespace
      https://kubefleet.dev/docs/troubleshooting/resourceplacement

needed from elsewhere (not in these files)
  ConfigMap/default/prices for ResourcePlacement/prices: it is not in these files, and the placement selects it
  ConfigMap/fleet-tools/prices for ResourcePlacement/prices: it is not in these files, and the placement selects it
  ConfigMap/kube-public/prices for ResourcePlacement/prices: it is not in these files, and the placement selects it
  Namespace/fleet-tools for ResourcePlacement/prices: the Namespace is not in these files, and none of their placements selects it

PASSED with 3 warnings: bad.yaml:5:14 The hub does not watch namespace default, so later edits of what this placement selects are not rolled out (and 2 more findings)
\`\`\``,"run-beside-run":`## Example

\`base.yaml\`

\`\`\`yaml
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterStagedUpdateRun
metadata:
  name: web-1
spec:
  placementName: web
  stagedRolloutStrategyName: waves
  resourceSnapshotIndex: "1"
  state: Run
\`\`\`

\`runs.yaml\`

\`\`\`yaml
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterStagedUpdateRun
metadata:
  name: web-1
spec:
  placementName: web
  stagedRolloutStrategyName: waves
  resourceSnapshotIndex: "1"
  state: Run
---
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterStagedUpdateRun
metadata:
  name: web-2
spec:
  placementName: web
  stagedRolloutStrategyName: waves
  resourceSnapshotIndex: "2"
  state: Run
---
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterStagedUpdateRun
metadata:
  name: web-3
spec:
  placementName: web
  stagedRolloutStrategyName: waves
  resourceSnapshotIndex: "3"
  state: Run
\`\`\`

fleet-gate says:

\`\`\`text
PASSED with 2 warnings: runs.yaml:19:10 Run web-3 for web starts in the same change, and one of the two can fail (and 1 more finding)
  2 warnings in 3 documents of 1 file, hub v0.3
  depends on 5 objects from elsewhere: ClusterResourcePlacement/web for ClusterStagedUpdateRun/web-1 and 2 more, ClusterResourceSnapshot/web-1-snapshot for ClusterStagedUpdateRun/web-1 and 3 more

runs.yaml
  19:10  warning  Run web-3 for web starts in the same change, and one of the two can fail.
      ClusterStagedUpdateRun/web-2 \u00b7 run-beside-run \u00b7 accepted, but without the intended effect
      do: Let one run end before the next one starts: create the second with \`state: Initialize\`, or stop the first.
      see runs.yaml:26:18: the other new run
      https://fleet-gate.github.io/fleet-gate/rules/run-beside-run
      https://kubefleet.dev/docs/troubleshooting/stagedupdaterun
  29:10  warning  Run web-2 for web starts in the same change, and one of the two can fail.
      ClusterStagedUpdateRun/web-3 \u00b7 run-beside-run \u00b7 accepted, but without the intended effect
      do: Let one run end before the next one starts: create the second with \`state: Initialize\`, or stop the first.
      see runs.yaml:16:18: the other new run
      https://fleet-gate.github.io/fleet-gate/rules/run-beside-run
      https://kubefleet.dev/docs/troubleshooting/stagedupdaterun

needed from elsewhere (not in these files)
  ClusterResourcePlacement/web for ClusterStagedUpdateRun/web-1 and 2 more: it is not in these files, and the hub must have it
  ClusterResourceSnapshot/web-1-snapshot for ClusterStagedUpdateRun/web-1: only the hub has the snapshot with this index
  ClusterResourceSnapshot/web-2-snapshot for ClusterStagedUpdateRun/web-2: only the hub has the snapshot with this index
  ClusterResourceSnapshot/web-3-snapshot for ClusterStagedUpdateRun/web-3: only the hub has the snapshot with this index
  ClusterStagedUpdateStrategy/waves for ClusterStagedUpdateRun/web-1 and 2 more: it is not in these files, and the hub must have it
\`\`\``,"run-cannot-start":`## Example

\`runs.yaml\`

\`\`\`yaml
# Placements and strategies are on the hub: one is not External, and the stages of the other strategy leave a cluster over.
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterStagedUpdateRun
metadata: { name: rolling }
spec:
  placementName: rolling
  stagedRolloutStrategyName: europe
  state: Run
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterStagedUpdateRun
metadata: { name: shop }
spec:
  placementName: shop
  stagedRolloutStrategyName: europe
  state: Run
\`\`\`

\`clusters.yaml\`

\`\`\`yaml
apiVersion: cluster.kubernetes-fleet.io/v1
kind: MemberCluster
metadata:
  name: amsterdam
  labels: { region: europe, wave: "1" }
status:
  agentStatus:
    - type: MemberAgent
      lastReceivedHeartbeat: "2026-06-01T12:00:00Z"
      conditions:
        - { type: Joined, status: "True", reason: Joined, lastTransitionTime: "2026-05-01T00:00:00Z" }
        - { type: Healthy, status: "True", reason: Healthy, lastTransitionTime: "2026-05-01T00:00:00Z" }
---
apiVersion: cluster.kubernetes-fleet.io/v1
kind: MemberCluster
metadata:
  name: oslo
  labels: { region: europe }
status:
  agentStatus:
    - type: MemberAgent
      lastReceivedHeartbeat: "2026-06-01T12:00:00Z"
      conditions:
        - { type: Joined, status: "True", reason: Joined, lastTransitionTime: "2026-05-01T00:00:00Z" }
        - { type: Healthy, status: "True", reason: Healthy, lastTransitionTime: "2026-05-01T00:00:00Z" }
---
apiVersion: cluster.kubernetes-fleet.io/v1
kind: MemberCluster
metadata:
  name: tokyo
  labels: { region: asia, wave: first }
status:
  agentStatus:
    - type: MemberAgent
      lastReceivedHeartbeat: "2026-06-01T12:00:00Z"
      conditions:
        - { type: Joined, status: "True", reason: Joined, lastTransitionTime: "2026-05-01T00:00:00Z" }
        - { type: Healthy, status: "True", reason: Healthy, lastTransitionTime: "2026-05-01T00:00:00Z" }
---
\`\`\`

fleet-gate says:

\`\`\`text
FAILED: runs.yaml:6:18 The hub does not initialise the run: its placement has the rollout strategy RollingUpdate, not External (and 1 more finding)
  first: Set \`strategy.type: External\` on the placement, or remove the run.
  2 errors in 2 documents of 1 file, hub v0.3

runs.yaml
  6:18  error  The hub does not initialise the run: its placement has the rollout strategy RollingUpdate, not External.
      ClusterStagedUpdateRun/rolling \u00b7 run-cannot-start \u00b7 the hub accepts it, and it fails at run time
      do: Set \`strategy.type: External\` on the placement, or remove the run.
      https://fleet-gate.github.io/fleet-gate/rules/run-cannot-start
      https://kubefleet.dev/docs/troubleshooting/stagedupdaterun
  15:30  error  The hub does not initialise the run: some clusters are not placed in any stage, total 1, showing up to 10: tokyo.
      ClusterStagedUpdateRun/shop \u00b7 run-cannot-start \u00b7 the hub accepts it, and it fails at run time
      do: Add a stage that selects tokyo, or widen one.
      https://fleet-gate.github.io/fleet-gate/rules/run-cannot-start
      https://kubefleet.dev/docs/troubleshooting/stagedupdaterun
\`\`\``,"run-not-started":`## Example

\`base.yaml\`

\`\`\`yaml
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterStagedUpdateRun
metadata:
  name: web-1
spec:
  placementName: web
  stagedRolloutStrategyName: waves
  resourceSnapshotIndex: "1"
  state: Run
\`\`\`

\`runs.yaml\`

\`\`\`yaml
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterStagedUpdateRun
metadata:
  name: web-1
spec:
  placementName: web
  stagedRolloutStrategyName: waves
  resourceSnapshotIndex: "1"
  state: Run
---
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterStagedUpdateRun
metadata:
  name: web-2
spec:
  placementName: web
  stagedRolloutStrategyName: waves
  resourceSnapshotIndex: "2"
  state: Stop
\`\`\`

fleet-gate says:

\`\`\`text
PASSED with 1 warning: runs.yaml:19:10 The run is at state Stop from the start and updates no cluster
  1 warning in 2 documents of 1 file, hub v0.3
  depends on 4 objects from elsewhere: ClusterResourcePlacement/web for ClusterStagedUpdateRun/web-1 and 1 more, ClusterResourceSnapshot/web-1-snapshot for ClusterStagedUpdateRun/web-1 and 2 more

runs.yaml
  19:10  warning  The run is at state Stop from the start and updates no cluster.
      ClusterStagedUpdateRun/web-2 \u00b7 run-not-started \u00b7 accepted, but without the intended effect
      do: Set \`spec.state: Run\`, or suppress this finding if a person starts the run after a review of its stages.
      https://fleet-gate.github.io/fleet-gate/rules/run-not-started
      https://kubefleet.dev/docs/troubleshooting/stagedupdaterun

needed from elsewhere (not in these files)
  ClusterResourcePlacement/web for ClusterStagedUpdateRun/web-1 and 1 more: it is not in these files, and the hub must have it
  ClusterResourceSnapshot/web-1-snapshot for ClusterStagedUpdateRun/web-1: only the hub has the snapshot with this index
  ClusterResourceSnapshot/web-2-snapshot for ClusterStagedUpdateRun/web-2: only the hub has the snapshot with this index
  ClusterStagedUpdateStrategy/waves for ClusterStagedUpdateRun/web-1 and 1 more: it is not in these files, and the hub must have it
\`\`\``,"run-reference-missing":`## Example

\`runs.yaml\`

\`\`\`yaml
# The hub has neither the placement nor the strategy, and one strategy of nearly that name.
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterStagedUpdateRun
metadata: { name: shop-2 }
spec:
  placementName: shop
  stagedRolloutStrategyName: wavs
  state: Run
\`\`\`

fleet-gate says:

\`\`\`text
FAILED: runs.yaml:6:18 There is no ClusterResourcePlacement shop in these manifests or on the hub (and 1 more finding)
  first: Add the ClusterResourcePlacement, or name an existing one.
  2 errors in 1 document of 1 file, hub v0.3

runs.yaml
  6:18  error  There is no ClusterResourcePlacement shop in these manifests or on the hub.
      ClusterStagedUpdateRun/shop-2 \u00b7 run-reference-missing \u00b7 the hub accepts it, and it fails at run time
      do: Add the ClusterResourcePlacement, or name an existing one.
      https://fleet-gate.github.io/fleet-gate/rules/run-reference-missing
      https://kubefleet.dev/docs/troubleshooting/stagedupdaterun
  7:30  error  There is no ClusterStagedUpdateStrategy wavs in these manifests or on the hub.
      ClusterStagedUpdateRun/shop-2 \u00b7 run-reference-missing \u00b7 the hub accepts it, and it fails at run time
      do: Add the ClusterStagedUpdateStrategy, or name an existing one.
      https://fleet-gate.github.io/fleet-gate/rules/run-reference-missing
      https://kubefleet.dev/docs/troubleshooting/stagedupdaterun
\`\`\``,"run-snapshot-index":`## Example

\`bad.yaml\`

\`\`\`yaml
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterStagedUpdateRun
metadata:
  name: storefront-v2
spec:
  placementName: storefront
  resourceSnapshotIndex: storefront-1-snapshot
  stagedRolloutStrategyName: careful
  state: Run
---
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: StagedUpdateRun
metadata:
  name: storefront-v3
  namespace: shop
spec:
  placementName: storefront
  resourceSnapshotIndex: "-1"
  stagedRolloutStrategyName: careful
  state: Run
\`\`\`

fleet-gate says:

\`\`\`text
FAILED: bad.yaml:7:26 The hub does not initialize the run: its resourceSnapshotIndex "storefront-1-snapshot" is not a number of 0 or more (and 1 more finding)
  first: Write the number of the snapshot in quotes, such as "3", or omit the field to use the newest content.
  2 errors in 2 documents of 1 file, hub v0.3
  depends on 4 objects from elsewhere: ClusterResourcePlacement/storefront for ClusterStagedUpdateRun/storefront-v2, ClusterStagedUpdateStrategy/careful for ClusterStagedUpdateRun/storefront-v2 and 2 more

bad.yaml
  7:26  error  The hub does not initialize the run: its resourceSnapshotIndex "storefront-1-snapshot" is not a number of 0 or more.
      ClusterStagedUpdateRun/storefront-v2 \u00b7 run-snapshot-index \u00b7 the hub accepts it, and it fails at run time
      do: Write the number of the snapshot in quotes, such as "3", or omit the field to use the newest content.
      https://fleet-gate.github.io/fleet-gate/rules/run-snapshot-index
      https://kubefleet.dev/docs/troubleshooting/stagedupdaterun
  18:26  error  The hub does not initialize the run: its resourceSnapshotIndex "-1" is not a number of 0 or more.
      StagedUpdateRun/shop/storefront-v3 \u00b7 run-snapshot-index \u00b7 the hub accepts it, and it fails at run time
      do: Write the number of the snapshot in quotes, such as "3", or omit the field to use the newest content.
      https://fleet-gate.github.io/fleet-gate/rules/run-snapshot-index
      https://kubefleet.dev/docs/troubleshooting/stagedupdaterun

needed from elsewhere (not in these files)
  ClusterResourcePlacement/storefront for ClusterStagedUpdateRun/storefront-v2: it is not in these files, and the hub must have it
  ClusterStagedUpdateStrategy/careful for ClusterStagedUpdateRun/storefront-v2: it is not in these files, and the hub must have it
  ResourcePlacement/shop/storefront for StagedUpdateRun/storefront-v3: it is not in these files, and the hub must have it
  StagedUpdateStrategy/shop/careful for StagedUpdateRun/storefront-v3: it is not in these files, and the hub must have it
\`\`\``,"run-snapshot-missing":`## Example

\`runs.yaml\`

\`\`\`yaml
# The hub has the snapshots 3 and 4 of the placement, and number 5 of another one of that name.
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterStagedUpdateRun
metadata: { name: later }
spec:
  placementName: shop
  stagedRolloutStrategyName: waves
  resourceSnapshotIndex: "5"
  state: Run
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterStagedUpdateRun
metadata: { name: written-otherwise }
spec:
  placementName: shop
  stagedRolloutStrategyName: waves
  resourceSnapshotIndex: "03"
  state: Run
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: StagedUpdateRun
metadata: { name: namespaced, namespace: shop }
spec:
  placementName: shop
  stagedRolloutStrategyName: waves
  resourceSnapshotIndex: "4"
  state: Run
\`\`\`

fleet-gate says:

\`\`\`text
FAILED: runs.yaml:8:26 The hub has no resource snapshot of shop with index 5, only 4, 3 (and 2 more findings)
  first: Name an existing snapshot, or omit the index to use the newest content.
  3 errors in 3 documents of 1 file, hub v0.3

runs.yaml
  8:26  error  The hub has no resource snapshot of shop with index 5, only 4, 3.
      ClusterStagedUpdateRun/later \u00b7 run-snapshot-missing \u00b7 the hub accepts it, and it fails at run time
      do: Name an existing snapshot, or omit the index to use the newest content.
      https://fleet-gate.github.io/fleet-gate/rules/run-snapshot-missing
      https://kubefleet.dev/docs/troubleshooting/stagedupdaterun
  17:26  error  The hub has no resource snapshot of shop with index 03, only 4, 3.
      ClusterStagedUpdateRun/written-otherwise \u00b7 run-snapshot-missing \u00b7 the hub accepts it, and it fails at run time
      do: Name an existing snapshot, or omit the index to use the newest content.
      https://fleet-gate.github.io/fleet-gate/rules/run-snapshot-missing
      https://kubefleet.dev/docs/troubleshooting/stagedupdaterun
  26:26  error  The hub has no resource snapshot of shop with index 4, only 5.
      StagedUpdateRun/shop/namespaced \u00b7 run-snapshot-missing \u00b7 the hub accepts it, and it fails at run time
      do: Name an existing snapshot, or omit the index to use the newest content.
      https://fleet-gate.github.io/fleet-gate/rules/run-snapshot-missing
      https://kubefleet.dev/docs/troubleshooting/stagedupdaterun
\`\`\``,"run-takes-old-snapshot":`## Example

\`base.yaml\`

\`\`\`yaml
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterResourcePlacement
metadata:
  name: storefront
spec:
  strategy:
    type: External
  resourceSelectors:
    - group: ""
      version: v1
      kind: Namespace
      name: shop
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: prices
  namespace: shop
data:
  currency: USD
---
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterStagedUpdateRun
metadata:
  name: storefront-v1
spec:
  placementName: storefront
  stagedRolloutStrategyName: careful
  state: Run
\`\`\`

\`run.yaml\`

\`\`\`yaml
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterResourcePlacement
metadata:
  name: storefront
spec:
  strategy:
    type: External
  resourceSelectors:
    - group: ""
      version: v1
      kind: Namespace
      name: shop
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: prices
  namespace: shop
data:
  currency: EUR
---
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterStagedUpdateRun
metadata:
  name: storefront-v2
spec:
  placementName: storefront
  stagedRolloutStrategyName: careful
  state: Run
\`\`\`

fleet-gate says:

\`\`\`text
PASSED with 1 warning: run.yaml:27:18 The run is deployed together with a change of ConfigMap/shop/prices, and a run for storefront right after a change rolls out the content before it
  1 warning in 3 documents of 1 file, hub v0.3
  depends on 2 objects from elsewhere: ClusterStagedUpdateStrategy/careful for ClusterStagedUpdateRun/storefront-v2, Namespace/shop for ClusterResourcePlacement/storefront

run.yaml
  27:18  warning  The run is deployed together with a change of ConfigMap/shop/prices, and a run for storefront right after a change rolls out the content before it.
      ClusterStagedUpdateRun/storefront-v2 \u00b7 run-takes-old-snapshot \u00b7 accepted, but without the intended effect
      do: Apply the run after the change: first with \`state: Initialize\`, then with \`Run\` if \`status.resourceSnapshotIndexUsed\` is a snapshot that contains the change. Otherwise delete the run and create it again.
      see run.yaml:14:1: ConfigMap/shop/prices
      https://fleet-gate.github.io/fleet-gate/rules/run-takes-old-snapshot
      https://kubefleet.dev/docs/troubleshooting/stagedupdaterun

needed from elsewhere (not in these files)
  ClusterStagedUpdateStrategy/careful for ClusterStagedUpdateRun/storefront-v2: it is not in these files, and the hub must have it
  Namespace/shop for ClusterResourcePlacement/storefront: it is not in these files, and the placement selects it
\`\`\``,"run-with-new-placement":`## Example

\`base.yaml\`

\`\`\`yaml
{ apiVersion: v1, kind: Namespace, metadata: { name: shop } }
\`\`\`

\`shop.yaml\`

\`\`\`yaml
# Placement and run come with the same change.
{ apiVersion: v1, kind: Namespace, metadata: { name: shop } }
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata: { name: shop }
spec:
  resourceSelectors: [{ group: "", version: v1, kind: Namespace, name: shop }]
  strategy: { type: External }
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterStagedUpdateRun
metadata: { name: shop-1 }
spec:
  placementName: shop
  stagedRolloutStrategyName: waves
  state: Run
\`\`\`

fleet-gate says:

\`\`\`text
PASSED with 1 warning: shop.yaml:15:18 ClusterResourcePlacement/shop is new in this change as well, and the hub refuses a run whose placement is not scheduled yet
  1 warning in 3 documents of 1 file, hub v0.3
  depends on 1 object from elsewhere: ClusterStagedUpdateStrategy/waves for ClusterStagedUpdateRun/shop-1

shop.yaml
  15:18  warning  ClusterResourcePlacement/shop is new in this change as well, and the hub refuses a run whose placement is not scheduled yet.
      ClusterStagedUpdateRun/shop-1 \u00b7 run-with-new-placement \u00b7 accepted, but without the intended effect
      do: Apply the run after the condition Scheduled of the placement is True.
      see shop.yaml:6:19: the new placement
      https://fleet-gate.github.io/fleet-gate/rules/run-with-new-placement
      https://kubefleet.dev/docs/troubleshooting/stagedupdaterun

needed from elsewhere (not in these files)
  ClusterStagedUpdateStrategy/waves for ClusterStagedUpdateRun/shop-1: it is not in these files, and the hub must have it
\`\`\``,"scheduling-stops":`## Example

\`bad.yaml\`

\`\`\`yaml
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata:
  name: operator
spec:
  resourceSelectors:
    - {group: "", version: v1, kind: Namespace, name: operator}
  policy:
    placementType: PickAll
    affinity:
      clusterAffinity:
        requiredDuringSchedulingIgnoredDuringExecution:
          clusterSelectorTerms:
            - propertySelector:
                matchExpressions:
                  - name: kubernetes-fleet.io/node-count
                    operator: ge
                    values: ["3"]
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata:
  name: storage
spec:
  resourceSelectors:
    - {group: "", version: v1, kind: Namespace, name: storage}
  policy:
    placementType: PickAll
    affinity:
      clusterAffinity:
        requiredDuringSchedulingIgnoredDuringExecution:
          clusterSelectorTerms:
            - propertySelector:
                matchExpressions:
                  - name: resources.kubernetes-fleet.io/total-ephemeral-storage
                    operator: Ge
                    values: ["10Gi"]
\`\`\`

fleet-gate says:

\`\`\`text
FAILED: bad.yaml:17:31 The operator "ge" is unknown. The scheduler stops there, so the hub never schedules this placement (and 1 more finding)
  first: Operators are Eq, Ne, Gt, Ge, Lt, Le.
  2 errors in 2 documents of 1 file, hub v0.3
  depends on 2 objects from elsewhere: Namespace/operator for ClusterResourcePlacement/operator, Namespace/storage for ClusterResourcePlacement/storage

bad.yaml
  17:31  error  The operator "ge" is unknown. The scheduler stops there, so the hub never schedules this placement.
      ClusterResourcePlacement/operator \u00b7 scheduling-stops \u00b7 the hub accepts it, and it fails at run time
      do: Operators are Eq, Ne, Gt, Ge, Lt, Le.
      https://fleet-gate.github.io/fleet-gate/rules/scheduling-stops
      https://kubefleet.dev/docs/troubleshooting/placementscheduled
  35:27  error  The scheduler cannot read the property "resources.kubernetes-fleet.io/total-ephemeral-storage" (invalid resource property name: total-ephemeral-storage). The scheduler stops there, so the hub never schedules this placement.
      ClusterResourcePlacement/storage \u00b7 scheduling-stops \u00b7 the hub accepts it, and it fails at run time
      do: Write it like \`resources.kubernetes-fleet.io/total-cpu\`: \`total\`, \`allocatable\` or \`available\`, one hyphen, and a resource without hyphens.
      https://fleet-gate.github.io/fleet-gate/rules/scheduling-stops
      https://kubefleet.dev/docs/troubleshooting/placementscheduled

needed from elsewhere (not in these files)
  Namespace/operator for ClusterResourcePlacement/operator: it is not in these files, and the placement selects it
  Namespace/storage for ClusterResourcePlacement/storage: it is not in these files, and the placement selects it
\`\`\``,schema:`## Example

\`bad.yaml\`

\`\`\`yaml
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata:
  name: shop
spec:
  resourceSelectors:
    - group: ""
      version: v1
      kind: Namespace
      name: shop
  strategy:
    type: RollingUpdate
    maxUnavailable: 1
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata:
  name: books
spec:
  resourceSelectors:
    - group: ""
      version: v1
      kind: Namespace
      name: books
  policy:
    placementType: pickN
    numberOfClusters: 2
\`\`\`

fleet-gate says:

\`\`\`text
FAILED: bad.yaml:13:5 ClusterResourcePlacement v1 has no field \`spec.strategy.maxUnavailable\` (and 1 more finding)
  first: \`maxUnavailable\` belongs to \`spec.strategy.rollingUpdate\`.
  2 errors in 2 documents of 1 file, hub v0.3
  depends on 2 objects from elsewhere: Namespace/books for ClusterResourcePlacement/books, Namespace/shop for ClusterResourcePlacement/shop

bad.yaml
  13:5  error  ClusterResourcePlacement v1 has no field \`spec.strategy.maxUnavailable\`.
      ClusterResourcePlacement/shop \u00b7 schema \u00b7 the hub refuses it
      do: \`maxUnavailable\` belongs to \`spec.strategy.rollingUpdate\`.
      https://fleet-gate.github.io/fleet-gate/rules/schema
      https://kubefleet.dev/docs/api-reference/
  26:20  error  \`spec.policy.placementType\` is "pickN"; it can be "PickAll", "PickN" or "PickFixed".
      ClusterResourcePlacement/books \u00b7 schema \u00b7 the hub refuses it
      do: Did you mean \`PickN\`?
      https://fleet-gate.github.io/fleet-gate/rules/schema
      https://kubefleet.dev/docs/api-reference/

needed from elsewhere (not in these files)
  Namespace/books for ClusterResourcePlacement/books: it is not in these files, and the placement selects it
  Namespace/shop for ClusterResourcePlacement/shop: it is not in these files, and the placement selects it
\`\`\``,"selected-twice":`## Example

\`bad.yaml\`

\`\`\`yaml
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ResourcePlacement
metadata:
  name: settings
  namespace: shop
spec:
  resourceSelectors:
    - group: ""
      version: v1
      kind: ConfigMap
      name: prices
    - group: ""
      version: v1
      kind: ConfigMap
      labelSelector:
        matchLabels:
          team: shop
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: prices
  namespace: shop
  labels:
    team: shop
---
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterResourcePlacement
metadata:
  name: namespaces
spec:
  resourceSelectors:
    - group: ""
      version: v1
      kind: Namespace
      name: orders
    - group: ""
      version: v1
      kind: Namespace
      name: orders
      selectionScope: NamespaceOnly
\`\`\`

fleet-gate says:

\`\`\`text
FAILED: bad.yaml:12:7 ConfigMap/shop/prices is picked by two selectors of this placement, so the hub refuses its whole selection (and 1 more finding)
  first: Remove one of the two selectors, or narrow them so that no object matches both.
  2 errors in 3 documents of 1 file, hub v0.3
  depends on 2 objects from elsewhere: Namespace/orders for ClusterResourcePlacement/namespaces, Namespace/shop for ResourcePlacement/settings

bad.yaml
  12:7  error  ConfigMap/shop/prices is picked by two selectors of this placement, so the hub refuses its whole selection.
      ResourcePlacement/shop/settings \u00b7 selected-twice \u00b7 the hub accepts it, and it fails at run time
      do: Remove one of the two selectors, or narrow them so that no object matches both.
      see bad.yaml:8:7: the selector that picks it first
      https://fleet-gate.github.io/fleet-gate/rules/selected-twice
      https://kubefleet.dev/docs/troubleshooting/placementscheduled
  37:7  error  Namespace/orders is picked by two selectors of this placement, so the hub refuses its whole selection.
      ClusterResourcePlacement/namespaces \u00b7 selected-twice \u00b7 the hub accepts it, and it fails at run time
      do: Remove one of the two selectors, or narrow them so that no object matches both.
      see bad.yaml:33:7: the selector that picks it first
      https://fleet-gate.github.io/fleet-gate/rules/selected-twice
      https://kubefleet.dev/docs/troubleshooting/placementscheduled

needed from elsewhere (not in these files)
  Namespace/orders for ClusterResourcePlacement/namespaces: it is not in these files, and the placement selects it
  Namespace/shop for ResourcePlacement/settings: the Namespace is not in these files, and none of their placements selects it
\`\`\``,"selects-nothing":`## Example

\`bad.yaml\`

\`\`\`yaml
apiVersion: v1
kind: Namespace
metadata:
  name: shop
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: checkout
  namespace: shop
  labels: {app: checkout}
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata:
  name: shop
spec:
  resourceSelectors:
    - group: ""
      version: v1
      kind: Namespace
      name: shpo
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ResourcePlacement
metadata:
  name: checkout
  namespace: shop
spec:
  resourceSelectors:
    - group: apps
      version: v1
      kind: Deployment
      name: chekout
    - group: apps
      version: v1
      kind: Deployment
      labelSelector:
        matchLabels: {app: payment}
    - group: ""
      version: v1
      kind: Pod
    - group: ""
      version: v1
      kind: ConfigMap
      name: kube-root-ca.crt
\`\`\`

fleet-gate says:

\`\`\`text
PASSED with 4 warnings and 1 notice: bad.yaml:22:13 There is no Namespace shpo in these manifests (and 4 more findings)
  4 warnings \u00b7 1 notice in 4 documents of 1 file, hub v0.3
  depends on 1 object from elsewhere: ConfigMap/shop/kube-root-ca.crt for ResourcePlacement/checkout

bad.yaml
  22:13  warning  There is no Namespace shpo in these manifests.
      ClusterResourcePlacement/shop \u00b7 selects-nothing \u00b7 accepted, but without the intended effect
      do: Did you mean shop?
      https://fleet-gate.github.io/fleet-gate/rules/selects-nothing
      https://kubefleet.dev/docs/troubleshooting/placementrolloutstarted
  34:13  warning  There is no Deployment chekout in these manifests in namespace shop.
      ResourcePlacement/shop/checkout \u00b7 selects-nothing \u00b7 accepted, but without the intended effect
      do: Did you mean checkout?
      https://fleet-gate.github.io/fleet-gate/rules/selects-nothing
      https://kubefleet.dev/docs/troubleshooting/placementrolloutstarted
  40:7  warning  Pod is never placed, so this selector selects nothing.
      ResourcePlacement/shop/checkout \u00b7 selects-nothing \u00b7 accepted, but without the intended effect
      do: Remove the selector, and select the object that creates it instead.
      https://fleet-gate.github.io/fleet-gate/rules/selects-nothing
      https://kubefleet.dev/docs/troubleshooting/placementrolloutstarted
  46:13  warning  ConfigMap kube-root-ca.crt is never placed, so this selector selects nothing.
      ResourcePlacement/shop/checkout \u00b7 selects-nothing \u00b7 accepted, but without the intended effect
      do: Remove the selector, and select the object that creates it instead.
      https://fleet-gate.github.io/fleet-gate/rules/selects-nothing
      https://kubefleet.dev/docs/troubleshooting/placementrolloutstarted
  38:7  notice  No Deployment in these manifests in namespace shop has these labels.
      ResourcePlacement/shop/checkout \u00b7 selects-nothing \u00b7 worth knowing
      do: Correct the name or labels, or add the object. If it is created elsewhere, suppress this finding.
      https://fleet-gate.github.io/fleet-gate/rules/selects-nothing
      https://kubefleet.dev/docs/troubleshooting/placementrolloutstarted

needed from elsewhere (not in these files)
  ConfigMap/shop/kube-root-ca.crt for ResourcePlacement/checkout: it is not in these files, and the placement selects it

PASSED with 4 warnings and 1 notice: bad.yaml:22:13 There is no Namespace shpo in these manifests (and 4 more findings)
\`\`\``,"server-field-in-manifest":`## Example

\`manifests.yaml\`

\`\`\`yaml
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata:
  name: shop
  resourceVersion: "48213"
spec:
  resourceSelectors:
    - {group: "", version: v1, kind: Namespace, name: shop}
  policy: {placementType: PickAll}
---
# The uid is that of the object.
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata:
  name: web
  uid: 0b8c0d94-7d11-4c1b-9d2e-2d9b4cfb0002
spec:
  resourceSelectors:
    - {group: "", version: v1, kind: Namespace, name: web}
  policy: {placementType: PickAll}
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: settings
  namespace: shop
  uid: 11111111-7d11-4c1b-9d2e-2d9b4cfb0003
data: {color: blue}
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: colors
  namespace: shop
  deletionTimestamp: "2026-06-01T12:00:00Z"
data: {color: blue}
\`\`\`

fleet-gate says:

\`\`\`text
FAILED: manifests.yaml:5:20 The manifest has a \`resourceVersion\`: after the first \`kubectl apply\`, each later one is refused with a conflict (and 2 more findings)
  first: Remove \`metadata.resourceVersion\`.
  3 errors in 4 documents of 1 file, hub v0.3
  depends on 1 object from elsewhere: Namespace/shop for ClusterResourcePlacement/shop

manifests.yaml
  5:20  error  The manifest has a \`resourceVersion\`: after the first \`kubectl apply\`, each later one is refused with a conflict.
      ClusterResourcePlacement/shop \u00b7 server-field-in-manifest \u00b7 the hub refuses it
      do: Remove \`metadata.resourceVersion\`.
      https://fleet-gate.github.io/fleet-gate/rules/server-field-in-manifest
      https://kubernetes.io/docs/reference/using-api/api-concepts/#resource-versions
  27:8  error  The manifest has a \`uid\`: \`kubectl apply\` is refused if the object on the hub has another one.
      ConfigMap/shop/settings \u00b7 server-field-in-manifest \u00b7 the hub refuses it
      do: Remove \`metadata.uid\`.
      https://fleet-gate.github.io/fleet-gate/rules/server-field-in-manifest
      https://kubernetes.io/docs/reference/using-api/api-concepts/#resource-versions
  35:22  error  The manifest has a \`deletionTimestamp\`: the API server ignores it if the object is new, and refuses \`kubectl apply\` if it is not.
      ConfigMap/shop/colors \u00b7 server-field-in-manifest \u00b7 the hub refuses it
      do: Remove \`metadata.deletionTimestamp\`.
      https://fleet-gate.github.io/fleet-gate/rules/server-field-in-manifest
      https://kubernetes.io/docs/reference/using-api/api-concepts/#resource-versions

needed from elsewhere (not in these files)
  Namespace/shop for ClusterResourcePlacement/shop: it is neither in these files nor on the hub, and the placement selects it
\`\`\``,"service-field-not-placed":`## Example

\`bad.yaml\`

\`\`\`yaml
apiVersion: v1
kind: Namespace
metadata: { name: shop }
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata: { name: shop }
spec:
  resourceSelectors:
    - { group: "", version: v1, kind: Namespace, name: shop }
  policy: { placementType: PickAll }
---
apiVersion: v1
kind: Service
metadata: { name: web, namespace: shop }
spec:
  type: NodePort
  selector: { app: web }
  ports:
    - { name: http, port: 80 }
    - name: https
      port: 443
      nodePort: 30443
    - { name: admin, port: 8443, nodePort: 30444 }
---
apiVersion: v1
kind: Service
metadata: { name: entry, namespace: shop }
spec:
  type: LoadBalancer
  externalTrafficPolicy: Local
  healthCheckNodePort: 32000
  selector: { app: web }
  ports: [{ port: 80 }]
---
apiVersion: v1
kind: Service
metadata: { name: dns, namespace: shop }
spec:
  clusterIP: 10.0.0.53
  clusterIPs: [10.0.0.53]
  selector: { app: web }
  ports: [{ port: 53 }]
---
# An override of another field does not add the port.
apiVersion: v1
kind: Service
metadata: { name: other, namespace: shop }
spec:
  type: NodePort
  selector: { app: web }
  ports:
    - port: 80
      nodePort: 30082
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ResourceOverride
metadata: { name: other, namespace: shop }
spec:
  placement: { name: shop }
  resourceSelectors: [{ group: "", version: v1, kind: Service, name: other }]
  policy:
    overrideRules:
      - clusterSelector: { clusterSelectorTerms: [] }
        jsonPatchOverrides:
          - { op: replace, path: /spec/selector/app, value: web-v2 }
\`\`\`

fleet-gate says:

\`\`\`text
PASSED with 4 warnings: bad.yaml:23:17 KubeFleet does not place /spec/ports/1/nodePort, /spec/ports/2/nodePort of Service/shop/web: each cluster allocates its own values (and 3 more findings)
  4 warnings in 7 documents of 1 file, hub v0.3

bad.yaml
  23:17  warning  KubeFleet does not place /spec/ports/1/nodePort, /spec/ports/2/nodePort of Service/shop/web: each cluster allocates its own values.
      Service/shop/web \u00b7 service-field-not-placed \u00b7 accepted, but without the intended effect
      do: Remove the field. If each cluster must have this value, put the Service into a ResourceEnvelope, or add the field with a ResourceOverride.
      https://fleet-gate.github.io/fleet-gate/rules/service-field-not-placed
      https://kubefleet.dev/docs/how-tos/envelope-object/
  32:24  warning  KubeFleet does not place /spec/healthCheckNodePort of Service/shop/entry: each cluster allocates its own value.
      Service/shop/entry \u00b7 service-field-not-placed \u00b7 accepted, but without the intended effect
      do: Remove the field. If each cluster must have this value, put the Service into a ResourceEnvelope, or add the field with a ResourceOverride.
      https://fleet-gate.github.io/fleet-gate/rules/service-field-not-placed
      https://kubefleet.dev/docs/how-tos/envelope-object/
  40:14  warning  KubeFleet does not place /spec/clusterIP of Service/shop/dns: each cluster allocates its own value.
      Service/shop/dns \u00b7 service-field-not-placed \u00b7 accepted, but without the intended effect
      do: Remove the field. If each cluster must have this value, put the Service into a ResourceEnvelope, or add the field with a ResourceOverride.
      https://fleet-gate.github.io/fleet-gate/rules/service-field-not-placed
      https://kubefleet.dev/docs/how-tos/envelope-object/
  54:17  warning  KubeFleet does not place /spec/ports/0/nodePort of Service/shop/other: each cluster allocates its own value.
      Service/shop/other \u00b7 service-field-not-placed \u00b7 accepted, but without the intended effect
      do: Remove the field. If each cluster must have this value, put the Service into a ResourceEnvelope, or add the field with a ResourceOverride.
      https://fleet-gate.github.io/fleet-gate/rules/service-field-not-placed
      https://kubefleet.dev/docs/how-tos/envelope-object/
\`\`\``,"setting-without-effect":`## Example

\`bad.yaml\`

\`\`\`yaml
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterResourcePlacement
metadata:
  name: shop
spec:
  resourceSelectors:
    - group: ""
      version: v1
      kind: Namespace
      name: shop
    - group: rbac.authorization.k8s.io
      version: v1
      kind: ClusterRole
      name: shop
      selectionScope: NamespaceOnly
  strategy:
    type: RollingUpdate
    deleteStrategy:
      propagationPolicy: Abandon
    reportBackStrategy:
      type: Mirror
      destination: WorkAPI
---
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ResourcePlacement
metadata:
  name: cart
  namespace: shop
spec:
  statusReportingScope: NamespaceAccessible
  resourceSelectors:
    - group: apps
      version: v1
      kind: Deployment
      name: cart
  strategy:
    deleteStrategy:
      propagationPolicy: Abandon
    reportBackStrategy:
      type: Mirror
      destination: OriginalResource
\`\`\`

fleet-gate says:

\`\`\`text
PASSED with 4 warnings and 2 notices: bad.yaml:19:7 KubeFleet does not read \`deleteStrategy\`: when shop is deleted, its objects are removed from the clusters, also with \`Abandon\` (and 5 more findings)
  4 warnings \u00b7 2 notices in 2 documents of 1 file, hub v0.3
  depends on 3 objects from elsewhere: ClusterRole/shop for ClusterResourcePlacement/shop, Deployment/shop/cart for ResourcePlacement/cart and 1 more

bad.yaml
  19:7  warning  KubeFleet does not read \`deleteStrategy\`: when shop is deleted, its objects are removed from the clusters, also with \`Abandon\`.
      ClusterResourcePlacement/shop \u00b7 setting-without-effect \u00b7 accepted, but without the intended effect
      do: Remove it. Before you delete the placement, make sure that the clusters do not need its objects.
      https://fleet-gate.github.io/fleet-gate/rules/setting-without-effect
      https://kubefleet.dev/docs/api-reference/
  20:5  warning  KubeFleet does not read \`reportBackStrategy\`: no status is copied back from the clusters.
      ClusterResourcePlacement/shop \u00b7 setting-without-effect \u00b7 accepted, but without the intended effect
      do: Remove it, and read the status of the objects on the member clusters.
      https://fleet-gate.github.io/fleet-gate/rules/setting-without-effect
      https://kubefleet.dev/docs/api-reference/
  38:7  warning  KubeFleet does not read \`deleteStrategy\`: when cart is deleted, its objects are removed from the clusters, also with \`Abandon\`.
      ResourcePlacement/shop/cart \u00b7 setting-without-effect \u00b7 accepted, but without the intended effect
      do: Remove it. Before you delete the placement, make sure that the clusters do not need its objects.
      https://fleet-gate.github.io/fleet-gate/rules/setting-without-effect
      https://kubefleet.dev/docs/api-reference/
  39:5  warning  KubeFleet does not read \`reportBackStrategy\`: no status is copied back from the clusters.
      ResourcePlacement/shop/cart \u00b7 setting-without-effect \u00b7 accepted, but without the intended effect
      do: Remove it, and read the status of the objects on the member clusters.
      https://fleet-gate.github.io/fleet-gate/rules/setting-without-effect
      https://kubefleet.dev/docs/api-reference/
  15:7  notice  \`selectionScope: NamespaceOnly\` has no effect on a selector for ClusterRole: KubeFleet reads it only for Namespaces.
      ClusterResourcePlacement/shop \u00b7 setting-without-effect \u00b7 worth knowing
      do: Remove it.
      https://fleet-gate.github.io/fleet-gate/rules/setting-without-effect
      https://kubefleet.dev/docs/api-reference/
  30:3  notice  \`statusReportingScope\` has no effect on a ResourcePlacement: its status is in its namespace.
      ResourcePlacement/shop/cart \u00b7 setting-without-effect \u00b7 worth knowing
      do: Remove it.
      https://fleet-gate.github.io/fleet-gate/rules/setting-without-effect
      https://kubefleet.dev/docs/api-reference/

needed from elsewhere (not in these files)
  ClusterRole/shop for ClusterResourcePlacement/shop: it is not in these files, and the placement selects it
  Deployment/shop/cart for ResourcePlacement/cart: it is not in these files, and the placement selects it
  Namespace/shop for ClusterResourcePlacement/shop and 1 more: it is not in these files, and the placement selects it

PASSED with 4 warnings and 2 notices: bad.yaml:19:7 KubeFleet does not read \`deleteStrategy\`: when shop is deleted, its objects are removed from the clusters, also with \`Abandon\` (and 5 more findings)
\`\`\``,"stage-name-twice":`## Example

\`bad.yaml\`

\`\`\`yaml
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterStagedUpdateStrategy
metadata:
  name: careful
spec:
  stages:
    - name: canary
      labelSelector:
        matchLabels:
          ring: canary
      afterStageTasks:
        - type: Approval
    - name: canary
      labelSelector:
        matchLabels:
          ring: prod
      afterStageTasks:
        - type: Approval
\`\`\`

fleet-gate says:

\`\`\`text
PASSED with 1 warning: bad.yaml:13:13 Two stages have the name canary: the approval of the first also approves the second, without asking again
  1 warning in 1 document of 1 file, hub v0.3

bad.yaml
  13:13  warning  Two stages have the name canary: the approval of the first also approves the second, without asking again.
      ClusterStagedUpdateStrategy/careful \u00b7 stage-name-twice \u00b7 accepted, but without the intended effect
      do: Give each stage a unique name.
      see bad.yaml:7:13: the first of that name
      https://fleet-gate.github.io/fleet-gate/rules/stage-name-twice
      https://kubefleet.dev/docs/how-tos/staged-update/
\`\`\``,"stage-selects-no-cluster":`## Example

\`bad.yaml\`

\`\`\`yaml
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterStagedUpdateStrategy
metadata:
  name: careful
spec:
  stages:
    - name: canary
      labelSelector:
        matchLabels:
          ring: canary
    - name: rest
      sortingLabelKey: order
\`\`\`

fleet-gate says:

\`\`\`text
PASSED with 1 warning: bad.yaml:11:7 Stage rest does not have a labelSelector, so it selects no cluster
  1 warning in 1 document of 1 file, hub v0.3

bad.yaml
  11:7  warning  Stage rest does not have a labelSelector, so it selects no cluster.
      ClusterStagedUpdateStrategy/careful \u00b7 stage-selects-no-cluster \u00b7 accepted, but without the intended effect
      do: Give it a \`labelSelector\`; \`labelSelector: {}\` selects every cluster.
      https://fleet-gate.github.io/fleet-gate/rules/stage-selects-no-cluster
      https://kubefleet.dev/docs/troubleshooting/stagedupdaterun
\`\`\``,"staged-update-placed":`## Example

\`bad.yaml\`

\`\`\`yaml
# The whole namespace is placed, including objects that only the hub can read.
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata:
  name: shop
spec:
  resourceSelectors:
    - { group: "", version: v1, kind: Namespace, name: shop }
  policy:
    placementType: PickAll
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: StagedUpdateStrategy
metadata:
  name: waves
  namespace: shop
spec:
  stages:
    - name: all
      labelSelector: {}
---
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: StagedUpdateRun
metadata:
  name: first
  namespace: shop
spec:
  placementName: settings
  stagedRolloutStrategyName: waves
  state: Run
\`\`\`

fleet-gate says:

\`\`\`text
FAILED: bad.yaml:13:7 ClusterResourcePlacement/shop sends this StagedUpdateStrategy to its clusters, which do not have this kind (and 1 more finding)
  first: Place the Namespace with \`selectionScope: NamespaceOnly\`, and its content with ResourcePlacements.
  2 errors in 3 documents of 1 file, hub v0.3
  depends on 2 objects from elsewhere: Namespace/shop for ClusterResourcePlacement/shop, ResourcePlacement/shop/settings for StagedUpdateRun/first

bad.yaml
  13:7  error  ClusterResourcePlacement/shop sends this StagedUpdateStrategy to its clusters, which do not have this kind.
      StagedUpdateStrategy/shop/waves \u00b7 staged-update-placed \u00b7 the hub accepts it, and it fails at run time
      do: Place the Namespace with \`selectionScope: NamespaceOnly\`, and its content with ResourcePlacements.
      see bad.yaml:8:5: ClusterResourcePlacement/shop sends the object
      https://fleet-gate.github.io/fleet-gate/rules/staged-update-placed
      https://kubefleet.dev/docs/troubleshooting/placementapplied
  23:7  error  ClusterResourcePlacement/shop sends this StagedUpdateRun to its clusters, which do not have this kind.
      StagedUpdateRun/shop/first \u00b7 staged-update-placed \u00b7 the hub accepts it, and it fails at run time
      do: Place the Namespace with \`selectionScope: NamespaceOnly\`, and its content with ResourcePlacements.
      see bad.yaml:8:5: ClusterResourcePlacement/shop sends the object
      https://fleet-gate.github.io/fleet-gate/rules/staged-update-placed
      https://kubefleet.dev/docs/troubleshooting/placementapplied

needed from elsewhere (not in these files)
  Namespace/shop for ClusterResourcePlacement/shop: it is not in these files, and the placement selects it
  ResourcePlacement/shop/settings for StagedUpdateRun/first: it is not in these files, and the hub must have it
\`\`\``,"stages-overlap":`## Example

\`bad.yaml\`

\`\`\`yaml
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterStagedUpdateStrategy
metadata:
  name: everywhere
spec:
  stages:
    - name: canary
      labelSelector:
        matchLabels:
          ring: canary
    - name: rest
      labelSelector: {}
---
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: StagedUpdateStrategy
metadata:
  name: copied
  namespace: shop
spec:
  stages:
    - name: canary
      labelSelector:
        matchLabels:
          ring: canary
    - name: prod
      labelSelector:
        matchExpressions:
          - {key: ring, operator: In, values: [canary]}
\`\`\`

fleet-gate says:

\`\`\`text
PASSED with 2 warnings: bad.yaml:12:7 Stage rest selects every cluster, so those of stage canary are in two stages, which the hub refuses (and 1 more finding)
  2 warnings in 2 documents of 1 file, hub v0.3

bad.yaml
  12:7  warning  Stage rest selects every cluster, so those of stage canary are in two stages, which the hub refuses.
      ClusterStagedUpdateStrategy/everywhere \u00b7 stages-overlap \u00b7 accepted, but without the intended effect
      do: Write the label selectors so that each cluster is in one stage only.
      see bad.yaml:7:7: stage canary
      https://fleet-gate.github.io/fleet-gate/rules/stages-overlap
      https://kubefleet.dev/docs/troubleshooting/stagedupdaterun
  26:7  warning  Stages canary and prod select the same clusters, and a cluster may be in one stage only.
      StagedUpdateStrategy/shop/copied \u00b7 stages-overlap \u00b7 accepted, but without the intended effect
      do: Write the label selectors so that each cluster is in one stage only.
      see bad.yaml:21:7: stage canary
      https://fleet-gate.github.io/fleet-gate/rules/stages-overlap
      https://kubefleet.dev/docs/troubleshooting/stagedupdaterun
\`\`\``,"status-scope-namespace":`## Example

\`bad.yaml\`

\`\`\`yaml
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterResourcePlacement
metadata:
  name: shop
spec:
  statusReportingScope: NamespaceAccessible
  resourceSelectors:
    - group: ""
      version: v1
      kind: Namespace
      labelSelector:
        matchLabels:
          team: shop
\`\`\`

fleet-gate says:

\`\`\`text
FAILED: bad.yaml:8:7 The status is copied into the selected namespace, but the selector does not name one
  1 error in 1 document of 1 file, hub v0.3
  depends on 1 object from elsewhere: Namespace with labels team=shop for ClusterResourcePlacement/shop

bad.yaml
  8:7  error  The status is copied into the selected namespace, but the selector does not name one.
      ClusterResourcePlacement/shop \u00b7 status-scope-namespace \u00b7 the hub accepts it, and it fails at run time
      do: Select the Namespace by its \`name\`.
      https://fleet-gate.github.io/fleet-gate/rules/status-scope-namespace
      https://kubefleet.dev/docs/troubleshooting/placementscheduled

needed from elsewhere (not in these files)
  Namespace with labels team=shop for ClusterResourcePlacement/shop: there is none in these files, and the placement selects by these labels
\`\`\``,"strategy-refused":`## Example

\`bad.yaml\`

\`\`\`yaml
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterStagedUpdateStrategy
metadata:
  name: careful
spec:
  stages:
    - name: canary
      labelSelector:
        matchExpressions:
          - {key: ring, operator: Like, values: [canary]}
      afterStageTasks:
        - type: TimedWait
          waitTime: 0s
    - name: prod
      labelSelector:
        matchLabels:
          ring: prod
      afterStageTasks:
        - type: Approval
        - type: Approval
    - name: rest
      labelSelector:
        matchLabels:
          ring: rest
      afterStageTasks:
        - type: TimedWait
          waitTime: fast1h
\`\`\`

fleet-gate says:

\`\`\`text
FAILED: bad.yaml:8:7 Stage canary has no valid label selector ("Like" is not a valid label selector operator), so the hub refuses every run with this strategy (and 3 more findings)
  first: Correct the operator, key or values.
  4 errors in 1 document of 1 file, hub v0.3

bad.yaml
  8:7  error  Stage canary has no valid label selector ("Like" is not a valid label selector operator), so the hub refuses every run with this strategy.
      ClusterStagedUpdateStrategy/careful \u00b7 strategy-refused \u00b7 the hub accepts it, and it fails at run time
      do: Correct the operator, key or values.
      https://fleet-gate.github.io/fleet-gate/rules/strategy-refused
      https://kubefleet.dev/docs/troubleshooting/stagedupdaterun
  13:21  error  Stage canary waits for 0s, which is not longer than zero, so the hub refuses every run with this strategy.
      ClusterStagedUpdateStrategy/careful \u00b7 strategy-refused \u00b7 the hub accepts it, and it fails at run time
      do: Write a time such as \`10m\` or \`1h30m\`, or remove the task.
      https://fleet-gate.github.io/fleet-gate/rules/strategy-refused
      https://kubefleet.dev/docs/troubleshooting/stagedupdaterun
  20:11  error  Stage prod has two Approval tasks after it, so the hub refuses every run with this strategy.
      ClusterStagedUpdateStrategy/careful \u00b7 strategy-refused \u00b7 the hub accepts it, and it fails at run time
      do: Remove one of the two.
      https://fleet-gate.github.io/fleet-gate/rules/strategy-refused
      https://kubefleet.dev/docs/troubleshooting/stagedupdaterun
  27:21  error  Stage rest waits for "fast1h", which is not a duration, so the hub agent cannot read the strategy, and no run with it starts.
      ClusterStagedUpdateStrategy/careful \u00b7 strategy-refused \u00b7 the hub accepts it, and it fails at run time
      do: Write a time such as \`10m\` or \`1h30m\`, or remove the task.
      https://fleet-gate.github.io/fleet-gate/rules/strategy-refused
      https://kubefleet.dev/docs/troubleshooting/stagedupdaterun

FAILED: bad.yaml:8:7 Stage canary has no valid label selector ("Like" is not a valid label selector operator), so the hub refuses every run with this strategy (and 3 more findings)
\`\`\``,"suppression-expired":`## Example

\`bad.yaml\`

\`\`\`yaml
apiVersion: v1
kind: Namespace
metadata:
  name: shop
  labels:
    team: shop
  # fleet-gate-ignore duplicate-key: generated, the generator is being replaced (until 2026-05-31)
  labels:
    tier: web
\`\`\`

fleet-gate says:

\`\`\`text
PASSED with 1 warning: bad.yaml:7:3 The suppression of duplicate-key ended on 2026-05-31
  1 warning in 1 document of 1 file (no KubeFleet objects), hub v0.3

bad.yaml
  7:3  warning  The suppression of duplicate-key ended on 2026-05-31.
      suppression-expired \u00b7 worth knowing
      do: Fix what the suppression hid and remove it, or set a new date if the reason is still valid.
      https://fleet-gate.github.io/fleet-gate/rules/suppression-expired
\`\`\``,"suppression-malformed":`## Example

\`bad.yaml\`

\`\`\`yaml
apiVersion: v1
kind: Namespace
metadata:
  name: shop
  annotations:
    fleet-gate.dev/ignore-duplicate-key: generated (until next summer)
---
# fleet-gate-ignore: nobody knows what
apiVersion: v1
kind: Namespace
metadata:
  name: books
\`\`\`

fleet-gate says:

\`\`\`text
PASSED with 2 warnings: bad.yaml:6:5 The suppression of duplicate-key ends at "next summer", which is not a day of the form YYYY-MM-DD (and 1 more finding)
  2 warnings in 2 documents of 1 file (no KubeFleet objects), hub v0.3

bad.yaml
  6:5  warning  The suppression of duplicate-key ends at "next summer", which is not a day of the form YYYY-MM-DD.
      Namespace/shop \u00b7 suppression-malformed \u00b7 worth knowing
      do: Write \`# fleet-gate-ignore <rule>: <reason> (until YYYY-MM-DD)\`.
      https://fleet-gate.github.io/fleet-gate/rules/suppression-malformed
  8:1  warning  This suppression names no rule.
      suppression-malformed \u00b7 worth knowing
      do: Write \`# fleet-gate-ignore <rule>: <reason> (until YYYY-MM-DD)\`.
      https://fleet-gate.github.io/fleet-gate/rules/suppression-malformed
\`\`\``,"suppression-unused":`## Example

\`bad.yaml\`

\`\`\`yaml
apiVersion: v1
kind: Namespace
metadata:
  name: shop
  # fleet-gate-ignore duplicate-key: there is only one any more
  labels:
    tier: web
---
apiVersion: v1
kind: Namespace
metadata:
  name: books
  annotations:
    fleet-gate.dev/ignore-duplicate-keys: no rule has this name
\`\`\`

fleet-gate says:

\`\`\`text
PASSED with 2 warnings: bad.yaml:5:3 The suppression of duplicate-key does not match any finding (and 1 more finding)
  2 warnings in 2 documents of 1 file (no KubeFleet objects), hub v0.3

bad.yaml
  5:3  warning  The suppression of duplicate-key does not match any finding.
      suppression-unused \u00b7 worth knowing
      do: Remove it, or use the rule and object names of the finding, or move the comment to the line of the finding or the line above.
      https://fleet-gate.github.io/fleet-gate/rules/suppression-unused
  14:5  warning  There is no rule duplicate-keys; did you mean duplicate-key?
      Namespace/books \u00b7 suppression-unused \u00b7 worth knowing
      do: Remove it, or use the rule and object names of the finding, or move the comment to the line of the finding or the line above.
      https://fleet-gate.github.io/fleet-gate/rules/suppression-unused
\`\`\``,"suppression-without-reason":`## Example

\`bad.yaml\`

\`\`\`yaml
apiVersion: v1
kind: Namespace
metadata:
  name: shop
  labels:
    team: shop
  # fleet-gate-ignore duplicate-key: (until 2027-01-01)
  labels:
    tier: web
\`\`\`

fleet-gate says:

\`\`\`text
PASSED with 1 warning: bad.yaml:7:3 The suppression of duplicate-key gives no reason, so it hides nothing
  1 warning in 1 document of 1 file (no KubeFleet objects), hub v0.3

bad.yaml
  7:3  warning  The suppression of duplicate-key gives no reason, so it hides nothing.
      suppression-without-reason \u00b7 worth knowing
      do: Write \`# fleet-gate-ignore <rule>: <reason>\`, or give the annotation a value.
      https://fleet-gate.github.io/fleet-gate/rules/suppression-without-reason
\`\`\``,"taint-not-tolerated":`## Example

\`bad.yaml\`

\`\`\`yaml
apiVersion: cluster.kubernetes-fleet.io/v1
kind: MemberCluster
metadata:
  name: europe-1
spec:
  identity: {kind: ServiceAccount, name: agent, namespace: fleet-system}
  taints:
    - {key: maintenance, value: planned, effect: NoSchedule}
    - {key: gpu, value: a100, effect: NoSchedule}
---
apiVersion: cluster.kubernetes-fleet.io/v1
kind: MemberCluster
metadata:
  name: asia-1
spec:
  identity: {kind: ServiceAccount, name: agent, namespace: fleet-system}
  taints:
    - {key: gpu, value: h100, effect: NoSchedule}
    - {key: dedicted, value: batch, effect: NoSchedule}
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata:
  name: shop
spec:
  resourceSelectors:
    - {group: "", version: v1, kind: Namespace, name: shop}
  policy: {placementType: PickAll, tolerations: [{key: gpu, value: a100, operator: Equal}]}
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata:
  name: batch
spec:
  resourceSelectors:
    - {group: "", version: v1, kind: Namespace, name: batch}
  policy: {placementType: PickAll, tolerations: [{key: dedicated, operator: Exists}]}
\`\`\`

fleet-gate says:

\`\`\`text
PASSED with 1 warning and 2 notices: bad.yaml:19:7 No placement tolerates taint dedicted=batch, only dedicated, so only placements that name asia-1 reach it (and 2 more findings)
  1 warning \u00b7 2 notices in 4 documents of 1 file, hub v0.3
  depends on 2 objects from elsewhere: Namespace/batch for ClusterResourcePlacement/batch, Namespace/shop for ClusterResourcePlacement/shop

bad.yaml
  19:7  warning  No placement tolerates taint dedicted=batch, only dedicated, so only placements that name asia-1 reach it.
      MemberCluster/asia-1 \u00b7 taint-not-tolerated \u00b7 accepted, but without the intended effect
      do: Write the same taint and toleration: dedicted=batch or dedicated.
      https://fleet-gate.github.io/fleet-gate/rules/taint-not-tolerated
      https://kubefleet.dev/docs/troubleshooting/placementscheduled
  8:7  notice  No placement tolerates taint maintenance=planned, so only placements that name europe-1 reach it.
      MemberCluster/europe-1 \u00b7 taint-not-tolerated \u00b7 worth knowing
      do: Tolerate the taint in the placements that are intended for this cluster, or remove the taint when the cluster is in use again.
      https://fleet-gate.github.io/fleet-gate/rules/taint-not-tolerated
      https://kubefleet.dev/docs/troubleshooting/placementscheduled
  18:7  notice  No placement tolerates taint gpu=h100, so only placements that name asia-1 reach it.
      MemberCluster/asia-1 \u00b7 taint-not-tolerated \u00b7 worth knowing
      do: Tolerate the taint in the placements that are intended for this cluster, or remove the taint when the cluster is in use again.
      https://fleet-gate.github.io/fleet-gate/rules/taint-not-tolerated
      https://kubefleet.dev/docs/troubleshooting/placementscheduled

needed from elsewhere (not in these files)
  Namespace/batch for ClusterResourcePlacement/batch: it is not in these files, and the placement selects it
  Namespace/shop for ClusterResourcePlacement/shop: it is not in these files, and the placement selects it
\`\`\``,"token-secret-not-placed":`## Example

\`bad.yaml\`

\`\`\`yaml
apiVersion: v1
kind: Secret
metadata:
  name: robot
  namespace: shop
  labels: {app: shop}
  annotations: {kubernetes.io/service-account.name: shop}
type: kubernetes.io/service-account-token
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ResourcePlacement
metadata:
  name: shop
  namespace: shop
spec:
  resourceSelectors:
    - {group: "", version: v1, kind: Secret, name: robot}
---
apiVersion: v1
kind: Secret
metadata:
  name: robot
  namespace: books
  labels: {app: books}
  annotations: {kubernetes.io/service-account.name: shop}
type: kubernetes.io/service-account-token
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ResourcePlacement
metadata:
  name: books
  namespace: books
spec:
  resourceSelectors:
    - {group: "", version: v1, kind: Secret, labelSelector: {matchLabels: {app: books}}}
---
apiVersion: v1
kind: Secret
metadata:
  name: robot
  namespace: office
  labels: {app: office}
  annotations: {kubernetes.io/service-account.name: shop}
type: kubernetes.io/service-account-token
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata:
  name: office
spec:
  resourceSelectors:
    - {group: "", version: v1, kind: Namespace, name: office}
\`\`\`

fleet-gate says:

\`\`\`text
PASSED with 2 warnings and 1 notice: bad.yaml:8:7 Placement shop selects Secret robot, which contains a ServiceAccount token. KubeFleet never places token Secrets (and 2 more findings)
  2 warnings \u00b7 1 notice in 6 documents of 1 file, hub v0.3
  depends on 3 objects from elsewhere: Namespace/books for ResourcePlacement/books, Namespace/office for ClusterResourcePlacement/office and 1 more

bad.yaml
  8:7  warning  Placement shop selects Secret robot, which contains a ServiceAccount token. KubeFleet never places token Secrets.
      Secret/shop/robot \u00b7 token-secret-not-placed \u00b7 accepted, but without the intended effect
      do: Put the Secret into a ResourceEnvelope together with its ServiceAccount, without \`data\`: each member then fills in its own token.
      see bad.yaml:17:5: shop selects it
      https://fleet-gate.github.io/fleet-gate/rules/token-secret-not-placed
      https://kubefleet.dev/docs/concepts/crp/
  26:7  warning  Placement books selects Secret robot, which contains a ServiceAccount token. KubeFleet never places token Secrets.
      Secret/books/robot \u00b7 token-secret-not-placed \u00b7 accepted, but without the intended effect
      do: Put the Secret into a ResourceEnvelope together with its ServiceAccount, without \`data\`: each member then fills in its own token.
      see bad.yaml:35:5: books selects it
      https://fleet-gate.github.io/fleet-gate/rules/token-secret-not-placed
      https://kubefleet.dev/docs/concepts/crp/
  44:7  notice  Placement office selects Secret robot, which contains a ServiceAccount token. KubeFleet never places token Secrets.
      Secret/office/robot \u00b7 token-secret-not-placed \u00b7 worth knowing
      do: Put the Secret into a ResourceEnvelope together with its ServiceAccount, without \`data\`: each member then fills in its own token.
      see bad.yaml:52:5: office selects it
      https://fleet-gate.github.io/fleet-gate/rules/token-secret-not-placed
      https://kubefleet.dev/docs/concepts/crp/

needed from elsewhere (not in these files)
  Namespace/books for ResourcePlacement/books: the Namespace is not in these files, and none of their placements selects it
  Namespace/office for ClusterResourcePlacement/office: it is not in these files, and the placement selects it
  Namespace/shop for ResourcePlacement/shop: the Namespace is not in these files, and none of their placements selects it

PASSED with 2 warnings and 1 notice: bad.yaml:8:7 Placement shop selects Secret robot, which contains a ServiceAccount token. KubeFleet never places token Secrets (and 2 more findings)
\`\`\``,"toleration-mistyped":`## Example

\`placements.yaml\`

\`\`\`yaml
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata:
  name: key
spec:
  resourceSelectors:
    - {group: "", version: v1, kind: Namespace, name: key}
  policy:
    placementType: PickAll
    tolerations:
      - {key: maintenence, operator: Exists}

---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata:
  name: value
spec:
  resourceSelectors:
    - {group: "", version: v1, kind: Namespace, name: value}
  policy:
    placementType: PickAll
    tolerations:
      - {key: maintenance, operator: Equal, value: planed}
\`\`\`

\`clusters.yaml\`

\`\`\`yaml
apiVersion: cluster.kubernetes-fleet.io/v1
kind: MemberCluster
metadata:
  name: europe-1
  labels: {env: prod}
spec:
  identity: {kind: ServiceAccount, name: agent, namespace: fleet-system}
  taints: [{key: maintenance, value: planned, effect: NoSchedule}, {key: gpu, value: a100, effect: NoSchedule}]
status:
  agentStatus:
    - type: MemberAgent
      lastReceivedHeartbeat: "2026-06-01T12:00:00Z"
      conditions:
        - {type: Joined, status: "True", reason: Joined, lastTransitionTime: "2026-05-01T00:00:00Z"}
        - {type: Healthy, status: "True", reason: Healthy, lastTransitionTime: "2026-05-01T00:00:00Z"}
---
apiVersion: cluster.kubernetes-fleet.io/v1
kind: MemberCluster
metadata:
  name: asia-1
  labels: {env: prod}
spec:
  identity: {kind: ServiceAccount, name: agent, namespace: fleet-system}
status:
  agentStatus:
    - type: MemberAgent
      lastReceivedHeartbeat: "2026-06-01T12:00:00Z"
      conditions:
        - {type: Joined, status: "True", reason: Joined, lastTransitionTime: "2026-05-01T00:00:00Z"}
        - {type: Healthy, status: "True", reason: Healthy, lastTransitionTime: "2026-05-01T00:00:00Z"}
\`\`\`

fleet-gate says:

\`\`\`text
PASSED with 2 warnings: placements.yaml:11:9 No member cluster has taint maintenence; europe-1 has maintenance=planned, which is not tolerated (and 1 more finding)
  2 warnings in 2 documents of 1 file, hub v0.3
  depends on 2 objects from elsewhere: Namespace/key for ClusterResourcePlacement/key, Namespace/value for ClusterResourcePlacement/value

placements.yaml
  11:9  warning  No member cluster has taint maintenence; europe-1 has maintenance=planned, which is not tolerated.
      ClusterResourcePlacement/key \u00b7 toleration-mistyped \u00b7 accepted, but without the intended effect
      do: Did you mean maintenance=planned?
      https://fleet-gate.github.io/fleet-gate/rules/toleration-mistyped
      https://kubefleet.dev/docs/troubleshooting/placementscheduled
  24:9  warning  No member cluster has taint maintenance=planed; europe-1 has maintenance=planned, which is not tolerated.
      ClusterResourcePlacement/value \u00b7 toleration-mistyped \u00b7 accepted, but without the intended effect
      do: Did you mean maintenance=planned?
      https://fleet-gate.github.io/fleet-gate/rules/toleration-mistyped
      https://kubefleet.dev/docs/troubleshooting/placementscheduled

needed from elsewhere (not in these files)
  Namespace/key for ClusterResourcePlacement/key: it is not in these files, and the placement selects it
  Namespace/value for ClusterResourcePlacement/value: it is not in these files, and the placement selects it
\`\`\``,"waits-outlast-gate":`## Example

\`strategies.yaml\`

\`\`\`yaml
# The first is followed by a gate with 30 minutes, the second by one with the default of 15, the third by a command.
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterStagedUpdateStrategy
metadata: { name: waves }
spec:
  stages:
    - { name: canary, labelSelector: { matchLabels: { stage: canary } }, afterStageTasks: [{ type: TimedWait, waitTime: 20m }] }
    - { name: rest, labelSelector: { matchLabels: { stage: rest } }, afterStageTasks: [{ type: Approval }, { type: TimedWait, waitTime: 10m0s }] }
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterStagedUpdateRun
metadata: { name: shop-1 }
spec: { placementName: shop, stagedRolloutStrategyName: waves, state: Run }
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: StagedUpdateStrategy
metadata: { name: waves, namespace: press }
spec:
  stages:
    - { name: all, labelSelector: {}, afterStageTasks: [{ type: TimedWait, waitTime: 25m }] }
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: StagedUpdateRun
metadata: { name: banner-1, namespace: press }
spec: { placementName: banner, stagedRolloutStrategyName: waves, state: Run }
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: StagedUpdateStrategy
metadata: { name: quick, namespace: cart }
spec:
  stages:
    - { name: all, labelSelector: {}, afterStageTasks: [{ type: TimedWait, waitTime: 2m }] }
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: StagedUpdateRun
metadata: { name: cart-1, namespace: cart }
spec: { placementName: cart, stagedRolloutStrategyName: quick, state: Run }
\`\`\`

fleet-gate says:

\`\`\`text
PASSED with 3 notices: strategies.yaml:6:3 The waits of the stages add up to 30m, and the gate in .github/workflows/deploy.yaml:7 gives up after 30m (and 2 more findings)
  3 notices in 6 documents of 1 file, hub v0.3
  depends on 3 objects from elsewhere: ClusterResourcePlacement/shop for ClusterStagedUpdateRun/shop-1, ResourcePlacement/cart/cart for StagedUpdateRun/cart-1 and 1 more

strategies.yaml
  6:3  notice  The waits of the stages add up to 30m, and the gate in .github/workflows/deploy.yaml:7 gives up after 30m.
      ClusterStagedUpdateStrategy/waves \u00b7 waits-outlast-gate \u00b7 worth knowing
      do: Give the gate a timeout above 30m, with time for the rollout itself, or shorten the waits.
      https://fleet-gate.github.io/fleet-gate/rules/waits-outlast-gate
      https://kubefleet.dev/docs/how-tos/staged-update/
  19:3  notice  The waits of the stages add up to 25m, and the gate in .github/workflows/deploy.yaml:9 gives up after 15m.
      StagedUpdateStrategy/press/waves \u00b7 waits-outlast-gate \u00b7 worth knowing
      do: Give the gate a timeout above 25m, with time for the rollout itself, or shorten the waits.
      https://fleet-gate.github.io/fleet-gate/rules/waits-outlast-gate
      https://kubefleet.dev/docs/how-tos/staged-update/
  31:3  notice  The waits of the stages add up to 2m, and the gate in .github/workflows/deploy.yaml:14 gives up after 90s.
      StagedUpdateStrategy/cart/quick \u00b7 waits-outlast-gate \u00b7 worth knowing
      do: Give the gate a timeout above 2m, with time for the rollout itself, or shorten the waits.
      https://fleet-gate.github.io/fleet-gate/rules/waits-outlast-gate
      https://kubefleet.dev/docs/how-tos/staged-update/

needed from elsewhere (not in these files)
  ClusterResourcePlacement/shop for ClusterStagedUpdateRun/shop-1: it is not in these files, and the hub must have it
  ResourcePlacement/cart/cart for StagedUpdateRun/cart-1: it is not in these files, and the hub must have it
  ResourcePlacement/press/banner for StagedUpdateRun/banner-1: it is not in these files, and the hub must have it

PASSED with 3 notices: strategies.yaml:6:3 The waits of the stages add up to 30m, and the gate in .github/workflows/deploy.yaml:7 gives up after 30m (and 2 more findings)
\`\`\``,"workload-held-back":`## Example

\`base.yaml\`

\`\`\`yaml
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterResourcePlacement
metadata:
  name: shop
spec:
  resourceSelectors:
    - group: ""
      version: v1
      kind: Namespace
      name: shop
---
apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: database
  namespace: shop
spec:
  updateStrategy:
    rollingUpdate:
      partition: 2
  template:
    spec:
      containers:
        - name: database
          image: postgres:16
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  namespace: shop
spec:
  paused: true
  template:
    spec:
      containers:
        - name: web
          image: nginx:16
\`\`\`

\`shop.yaml\`

\`\`\`yaml
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterResourcePlacement
metadata:
  name: shop
spec:
  resourceSelectors:
    - group: ""
      version: v1
      kind: Namespace
      name: shop
---
apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: database
  namespace: shop
spec:
  updateStrategy:
    rollingUpdate:
      partition: 2
  template:
    spec:
      containers:
        - name: database
          image: postgres:17
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  namespace: shop
spec:
  paused: true
  template:
    spec:
      containers:
        - name: web
          image: nginx:17
\`\`\`

fleet-gate says:

\`\`\`text
FAILED: shop.yaml:20:18 The template of this StatefulSet changes while it has \`partition: 2\`, so it never becomes available (and 1 more finding)
  first: Remove the hold for the rollout, or do not place this workload with KubeFleet.
  2 errors in 3 documents of 1 file, hub v0.3
  depends on 1 object from elsewhere: Namespace/shop for ClusterResourcePlacement/shop

shop.yaml
  20:18  error  The template of this StatefulSet changes while it has \`partition: 2\`, so it never becomes available.
      StatefulSet/shop/database \u00b7 workload-held-back \u00b7 the hub accepts it, and it fails at run time
      do: Remove the hold for the rollout, or do not place this workload with KubeFleet.
      https://fleet-gate.github.io/fleet-gate/rules/workload-held-back
      https://kubefleet.dev/docs/troubleshooting/placementavailable
  33:11  error  The template of this Deployment changes while it has \`paused: true\`, so it never becomes available.
      Deployment/shop/web \u00b7 workload-held-back \u00b7 the hub accepts it, and it fails at run time
      do: Remove the hold for the rollout, or do not place this workload with KubeFleet.
      https://fleet-gate.github.io/fleet-gate/rules/workload-held-back
      https://kubefleet.dev/docs/troubleshooting/placementavailable

needed from elsewhere (not in these files)
  Namespace/shop for ClusterResourcePlacement/shop: it is not in these files, and the placement selects it
\`\`\``,"workload-not-placed":`## Example

\`bad.yaml\`

\`\`\`yaml
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterResourcePlacement
metadata:
  name: shop
spec:
  resourceSelectors:
    - { group: "", version: v1, kind: Namespace, name: shop, selectionScope: NamespaceOnly }
---
apiVersion: v1
kind: Namespace
metadata:
  name: shop
---
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ResourcePlacement
metadata:
  name: web
  namespace: shop
spec:
  resourceSelectors:
    - { group: apps, version: v1, kind: Deployment, name: web }
    - { group: apps, version: v1, kind: Deployment, labelSelector: { matchLabels: { tier: front } } }
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  namespace: shop
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: worker
  namespace: shop
---
apiVersion: batch/v1
kind: CronJob
metadata:
  name: report
  namespace: shop
\`\`\`

fleet-gate says:

\`\`\`text
PASSED with 2 notices: bad.yaml:33:9 No placement selects Deployment/shop/worker; web selects other objects of its namespace (and 1 more finding)
  2 notices in 6 documents of 1 file, hub v0.3

bad.yaml
  33:9  notice  No placement selects Deployment/shop/worker; web selects other objects of its namespace.
      Deployment/shop/worker \u00b7 workload-not-placed \u00b7 worth knowing
      do: Add a selector for it to web, or ignore this if a placement that is kept elsewhere selects it.
      see bad.yaml:21:5: web selects others
      https://fleet-gate.github.io/fleet-gate/rules/workload-not-placed
      https://kubefleet.dev/docs/concepts/crp/#resource-selection
  39:9  notice  No placement selects CronJob/shop/report; web selects other objects of its namespace.
      CronJob/shop/report \u00b7 workload-not-placed \u00b7 worth knowing
      do: Add a selector for it to web, or ignore this if a placement that is kept elsewhere selects it.
      see bad.yaml:21:5: web selects others
      https://fleet-gate.github.io/fleet-gate/rules/workload-not-placed
      https://kubefleet.dev/docs/concepts/crp/#resource-selection
\`\`\``,"yaml-syntax":`## Example

\`bad.yaml\`

\`\`\`yaml
apiVersion: v1
kind: Namespace
metadata:
  name: shop
---
apiVersion: v1
kind: Namespace
metadata:
  name: books
   labels: {}
---
apiVersion: v1
kind: Namespace
metdata: {name: toys}
\`\`\`

fleet-gate says:

\`\`\`text
FAILED: bad.yaml:10:10 Invalid YAML: bad indentation of a mapping entry (and 1 more finding); 1 input not evaluated
  first: Correct the syntax at this place. The rest of the file is checked when it can be parsed.
  2 errors \u00b7 1 not evaluated in 3 documents of 1 file (no KubeFleet objects), hub v0.3

bad.yaml
  10:10  error  Invalid YAML: bad indentation of a mapping entry.
      yaml-syntax \u00b7 the hub refuses it
      do: Correct the syntax at this place. The rest of the file is checked when it can be parsed.
      https://fleet-gate.github.io/fleet-gate/rules/yaml-syntax
      https://kubernetes.io/docs/concepts/overview/working-with-objects/#describing-a-kubernetes-object
  12:1  error  This object has no metadata, so it has no name, and kubectl refuses it.
      yaml-syntax \u00b7 the hub refuses it
      do: Write \`metadata:\` and below it \`name:\`, indented.
      https://fleet-gate.github.io/fleet-gate/rules/yaml-syntax
      https://kubernetes.io/docs/concepts/overview/working-with-objects/#describing-a-kubernetes-object

not checked
  bad.yaml:6  It cannot be parsed, so it was not checked.
\`\`\``};exports.EXAMPLES=e;