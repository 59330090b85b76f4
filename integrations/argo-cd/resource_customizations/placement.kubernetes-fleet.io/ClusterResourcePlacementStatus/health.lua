-- A copy of the status of a ClusterResourcePlacement, in the namespace it places.
-- A copy has no spec and no generation to hold its conditions against: only that they all speak of one generation can be seen.
-- Who writes it: https://github.com/kubefleet-dev/kubefleet/blob/v0.3.1/pkg/controllers/placement/namespace_status_sync.go
-- Only the base library is used, so useOpenLibs is not needed.

local status = obj.sourceStatus or {}

local function find(conditions, name)
  for _, condition in ipairs(conditions or {}) do
    if condition.type == name then
      return condition
    end
  end
  return nil
end

local function said(condition)
  return condition.message or condition.reason or "no message"
end

local scheduled = find(status.conditions, "ClusterResourcePlacementScheduled")
if scheduled == nil or scheduled.status == "Unknown" then
  return { status = "Progressing", message = "The scheduler has not decided yet" }
end
if scheduled.status ~= "True" then
  return { status = "Degraded", message = said(scheduled) }
end

for _, cluster in ipairs(status.placementStatuses or {}) do
  for _, step in ipairs({ "Overridden", "WorkSynchronized" }) do
    local condition = find(cluster.conditions, step)
    if condition ~= nil and condition.status == "False" then
      return { status = "Degraded", message = (cluster.clusterName or "a cluster") .. ": " .. said(condition) }
    end
  end
  for _, failed in ipairs(cluster.failedPlacements or {}) do
    local condition = failed.condition or {}
    if condition.type == "Applied" and condition.status == "False" and condition.reason ~= "PreparingToProcess" then
      local at = (failed.kind or "object") .. " " .. (failed.name or "")
      return { status = "Degraded", message = (cluster.clusterName or "a cluster") .. ": " .. at .. ": " .. said(condition) }
    end
  end
end

local started = find(status.conditions, "ClusterResourcePlacementRolloutStarted")
if started == nil and #(status.placementStatuses or {}) == 0 then
  return { status = "Degraded", message = "No cluster is picked: nothing runs anywhere" }
end
if started ~= nil and started.reason == "RolloutControlledByExternalController" then
  return { status = "Suspended", message = "Update runs roll the placement out: see the run that names it" }
end

local steps = { "RolloutStarted", "Overridden", "WorkSynchronized", "Applied", "Available" }
if find(status.conditions, "ClusterResourcePlacementDiffReported") ~= nil then
  steps = { "RolloutStarted", "Overridden", "WorkSynchronized", "DiffReported" }
end
for _, step in ipairs(steps) do
  local condition = find(status.conditions, "ClusterResourcePlacement" .. step)
  if condition == nil or condition.observedGeneration ~= scheduled.observedGeneration then
    return { status = "Progressing", message = "The placement waits for " .. step }
  end
  if condition.status ~= "True" then
    return { status = "Progressing", message = said(condition) }
  end
end
if status.selectedResources == nil or #status.selectedResources == 0 then
  return { status = "Progressing", message = "The selectors select no object: nothing is placed" }
end
return { status = "Healthy", message = "The placement is rolled out, as its copy says" }
