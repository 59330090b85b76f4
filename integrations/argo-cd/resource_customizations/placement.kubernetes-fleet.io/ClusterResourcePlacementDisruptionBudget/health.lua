-- KubeFleet writes no status for this kind, so an object is healthy once it is stored.
-- Types: https://github.com/kubefleet-dev/kubefleet/blob/v0.3.1/apis/placement/v1beta1/disruptionbudget_types.go

return { status = "Healthy", message = "Stored. Whether it allows an eviction is told by the eviction" }
