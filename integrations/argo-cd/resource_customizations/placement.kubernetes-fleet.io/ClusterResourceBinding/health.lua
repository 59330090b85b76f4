-- ResourceBinding and ClusterResourceBinding have the same script: one cluster of a placement.
-- Conditions and reasons: https://github.com/kubefleet-dev/kubefleet/blob/v0.3.1/pkg/utils/condition/reason.go
-- Who writes them: https://github.com/kubefleet-dev/kubefleet/blob/v0.3.1/pkg/controllers/workgenerator/controller.go
-- Only the base library is used, so useOpenLibs is not needed.

local spec = obj.spec or {}
local status = obj.status or {}
local cluster = spec.targetCluster or "its cluster"

local function health(code, message)
  return { status = code, message = cluster .. ": " .. message }
end

local function current(name)
  for _, condition in ipairs(status.conditions or {}) do
    if condition.type == name and condition.observedGeneration == obj.metadata.generation then
      return condition
    end
  end
  return nil
end

-- The first object for which this condition is False, and its message. PreparingToProcess precedes the attempt.
local function failedObject(name)
  for _, failed in ipairs(status.failedPlacements or {}) do
    local condition = failed.condition or {}
    if condition.type == name and condition.status == "False" and condition.reason ~= "PreparingToProcess" then
      local at = failed.name or ""
      if failed.namespace ~= nil and failed.namespace ~= "" then
        at = failed.namespace .. "/" .. at
      end
      return (failed.kind or "object") .. " " .. at .. ": " .. (condition.message or condition.reason or "no message")
    end
  end
  return nil
end

if spec.state == "Unscheduled" then
  return health("Progressing", "the content is being removed")
end
if spec.state ~= "Bound" then
  return health("Progressing", "picked, and the rollout has not reached it yet")
end

local steps = { "RolloutStarted", "Overridden", "WorkSynchronized", "Applied", "Available" }
if (spec.applyStrategy or {}).type == "ReportDiff" then
  steps = { "RolloutStarted", "Overridden", "WorkSynchronized", "DiffReported" }
end
for _, step in ipairs(steps) do
  local condition = current(step)
  if condition == nil then
    return health("Progressing", "waits for " .. step)
  end
  if condition.status ~= "True" then
    local failed = failedObject(step)
    local said = condition.message or condition.reason or "no message"
    if condition.status == "False" and (step == "Overridden" or step == "WorkSynchronized") then
      return health("Degraded", said)
    end
    if failed ~= nil and step ~= "Available" then
      return health("Degraded", failed)
    end
    return health("Progressing", failed or said)
  end
  if step == "Available" and condition.reason == "NotAllWorkAreAvailabilityTrackable" then
    return health("Healthy", "applied; KubeFleet cannot tell whether it is available")
  end
end
if steps[4] == "DiffReported" and status.diffedPlacements ~= nil and #status.diffedPlacements > 0 then
  return health("Degraded", #status.diffedPlacements .. " object(s) differ from what is wanted")
end
if steps[4] == "DiffReported" then
  return health("Healthy", "compared, nothing was applied")
end
return health("Healthy", "available")
