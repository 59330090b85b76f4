-- SchedulingPolicySnapshot and ClusterSchedulingPolicySnapshot have the same script: the answer of the scheduler.
-- Who writes it: https://github.com/kubefleet-dev/kubefleet/blob/v0.3.1/pkg/scheduler/framework/framework.go
-- Only the base library is used, so useOpenLibs is not needed.

local labels = obj.metadata.labels or {}
if labels["kubernetes-fleet.io/is-latest-snapshot"] == "false" then
  return { status = "Healthy", message = "An older policy, kept as history" }
end
for _, condition in ipairs((obj.status or {}).conditions or {}) do
  if condition.type == "Scheduled" and condition.observedGeneration == obj.metadata.generation then
    if condition.status == "True" then
      return { status = "Healthy", message = condition.message or condition.reason or "no message" }
    end
    if condition.status == "False" then
      return { status = "Degraded", message = condition.message or condition.reason or "no message" }
    end
  end
end
return { status = "Progressing", message = "The scheduler has not decided yet" }
