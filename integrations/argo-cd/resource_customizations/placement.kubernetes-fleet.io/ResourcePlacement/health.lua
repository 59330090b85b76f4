-- ResourcePlacement and ClusterResourcePlacement have the same script: the types of their conditions start with the kind.
-- There is no status.observedGeneration and no Ready condition as kstatus expects: each condition has its own observedGeneration.
-- Conditions and reasons: https://github.com/kubefleet-dev/kubefleet/blob/v0.3.1/pkg/utils/condition/reason.go
-- Who writes them: https://github.com/kubefleet-dev/kubefleet/blob/v0.3.1/pkg/controllers/placement/placement_status.go
-- Only the base and table libraries are used, so useOpenLibs is not needed.

local generation = obj.metadata.generation
local status = obj.status or {}
local spec = obj.spec or {}
local strategy = spec.strategy or {}
local applyStrategy = strategy.applyStrategy or {}

local function health(code, message)
  return { status = code, message = message }
end

-- A condition of the current generation.
local function current(conditions, name)
  for _, condition in ipairs(conditions or {}) do
    if condition.type == name and condition.observedGeneration == generation then
      return condition
    end
  end
  return nil
end

-- At most three, so that the message stays readable.
local function first(list)
  local shown = {}
  for i = 1, 3 do
    shown[i] = list[i]
  end
  if #list > 3 then
    shown[4] = "and " .. (#list - 3) .. " more"
  end
  return table.concat(shown, "; ")
end

local function nameOf(failed)
  local name = failed.name or ""
  if failed.namespace ~= nil and failed.namespace ~= "" then
    name = failed.namespace .. "/" .. name
  end
  return (failed.kind or "object") .. " " .. name
end

-- The first object of a cluster for which this condition is False, and its message. PreparingToProcess precedes the attempt.
local function failedObject(cluster, name)
  for _, failed in ipairs(cluster.failedPlacements or {}) do
    local condition = failed.condition or {}
    if condition.type == name and condition.status == "False" and condition.reason ~= "PreparingToProcess" then
      return nameOf(failed) .. ": " .. (condition.message or condition.reason or "no message")
    end
  end
  return nil
end

local steps = { "RolloutStarted", "Overridden", "WorkSynchronized", "Applied", "Available" }
if applyStrategy.type == "ReportDiff" then
  steps = { "RolloutStarted", "Overridden", "WorkSynchronized", "DiffReported" }
end

-- 1. The result of the scheduler.
local scheduled = current(status.conditions, obj.kind .. "Scheduled")
if scheduled == nil then
  return health("Progressing", "KubeFleet has not answered for this generation yet")
end
if scheduled.status == "Unknown" then
  return health("Progressing", "The scheduler has not decided yet")
end
if scheduled.status ~= "True" then
  return health("Degraded", scheduled.message or scheduled.reason or "Clusters could not be scheduled")
end

-- 2. The conditions of each cluster. Those of the placement hide a failed cluster while another one is undecided.
local failures = {}
local waiting = {}
local untracked = {}
local differing = {}
local clusters = 0
for _, cluster in ipairs(status.placementStatuses or {}) do
  local name = cluster.clusterName
  if name ~= nil and name ~= "" then
    clusters = clusters + 1
    for _, step in ipairs(steps) do
      local condition = current(cluster.conditions, step)
      if condition == nil then
        table.insert(waiting, name .. ": waits for " .. step)
        break
      end
      if condition.status ~= "True" then
        local failed = failedObject(cluster, step)
        local said = step .. " " .. (condition.status or "without a status") .. " " .. (condition.reason or "")
        if step == "Overridden" and condition.status == "False" then
          table.insert(failures, name .. ": " .. (condition.message or said))
        elseif step == "WorkSynchronized" and condition.status == "False" then
          table.insert(failures, name .. ": " .. (condition.message or said))
        elseif failed ~= nil and step ~= "Available" then
          table.insert(failures, name .. ": " .. failed)
        elseif failed ~= nil then
          table.insert(waiting, name .. ": " .. failed)
        else
          table.insert(waiting, name .. ": " .. (condition.message or said))
        end
        break
      end
      if step == "Available" and condition.reason == "NotAllWorkAreAvailabilityTrackable" then
        table.insert(untracked, name)
      end
      if step == "DiffReported" and cluster.diffedPlacements ~= nil and #cluster.diffedPlacements > 0 then
        table.insert(differing, name)
      end
    end
  end
end

if #failures > 0 then
  return health("Degraded", first(failures))
end

-- 3. With strategy External nothing is rolled out until a person starts an update run.
local started = current(status.conditions, obj.kind .. "RolloutStarted")
if strategy.type == "External" and started ~= nil and started.status == "Unknown" then
  return health("Suspended", "Update runs roll this placement out: see the run that names it")
end

-- 4. All conditions are True, but nothing runs on any cluster.
if clusters == 0 then
  if started == nil then
    return health("Degraded", "No cluster is picked: nothing runs anywhere")
  end
  return health("Progressing", "The clusters are not listed yet")
end
if status.selectedResources == nil or #status.selectedResources == 0 then
  return health("Progressing", "The selectors select no object: nothing is placed")
end
if #waiting > 0 then
  return health("Progressing", first(waiting))
end

-- 5. The placement as a whole.
for _, step in ipairs(steps) do
  local condition = current(status.conditions, obj.kind .. step)
  if condition == nil then
    return health("Progressing", "The placement waits for " .. step)
  end
  if condition.status ~= "True" then
    return health("Progressing", condition.message or (step .. " " .. (condition.status or "without a status")))
  end
end
if #differing > 0 then
  return health("Degraded", "Objects differ from what is wanted on: " .. first(differing))
end
if applyStrategy.type == "ReportDiff" then
  return health("Healthy", "Compared on " .. clusters .. " cluster(s), without differences")
end
if #untracked > 0 then
  return health("Healthy", "Applied on " .. clusters .. " cluster(s); KubeFleet cannot tell availability on: " .. first(untracked))
end
return health("Healthy", "Available on " .. clusters .. " cluster(s)")
