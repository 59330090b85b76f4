-- KubeFleet writes no status for this kind: that it is stored is all there is to know here.
-- Types: https://github.com/kubefleet-dev/kubefleet/blob/v0.3.1/apis/placement/v1beta1/override_types.go

return { status = "Healthy", message = "Stored. Whether it could be applied is told by the placement" }
