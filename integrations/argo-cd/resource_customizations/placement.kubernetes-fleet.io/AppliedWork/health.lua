-- KubeFleet writes no status for this kind, so an object is healthy once it is stored.
-- Types: https://github.com/kubefleet-dev/kubefleet/blob/v0.3.1/apis/placement/v1beta1/appliedwork_types.go

return { status = "Healthy", message = "Stored. Whether its objects could be applied is told by the Work on the hub" }
