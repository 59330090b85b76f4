-- A copy of the status of a ClusterResourcePlacement, in the namespace it places.
-- A copy has no spec and no generation to compare its conditions with: those of the scheduled generation are used.
-- Who writes it: https://github.com/kubefleet-dev/kubefleet/blob/v0.3.1/pkg/controllers/placement/namespace_status_sync.go
-- Only the base library is used, so useOpenLibs is not needed.

local status = obj.sourceStatus or {}

local function health(code, message)
  return { status = code, message = message }
end

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

-- 1. The result of the scheduler.
local scheduled = find(status.conditions, "ClusterResourcePlacementScheduled")
if scheduled == nil or scheduled.status == "Unknown" or scheduled.observedGeneration == nil then
  return health("Progressing", "The scheduler has not decided yet")
end
if scheduled.status ~= "True" then
  return health("Degraded", said(scheduled))
end

-- A condition of the scheduled generation.
local function current(conditions, name)
  local condition = find(conditions, name)
  if condition ~= nil and condition.observedGeneration == scheduled.observedGeneration then
    return condition
  end
  return nil
end

local function whole(step)
  return current(status.conditions, "ClusterResourcePlacement" .. step)
end

-- Without a spec only the conditions show that objects are compared and not applied.
local comparesOnly = whole("DiffReported") ~= nil and whole("Applied") == nil
local steps = { "RolloutStarted", "Overridden", "WorkSynchronized", "Applied", "Available" }
if comparesOnly then
  steps = { "RolloutStarted", "Overridden", "WorkSynchronized", "DiffReported" }
end

-- The first object of a cluster for which this condition is False, and its message. PreparingToProcess precedes the attempt.
local function failedObject(cluster, name)
  for _, failed in ipairs(cluster.failedPlacements or {}) do
    local condition = failed.condition or {}
    if condition.type == name and condition.status == "False" and condition.reason ~= "PreparingToProcess" then
      return (failed.kind or "object") .. " " .. (failed.name or "") .. ": " .. said(condition)
    end
  end
  return nil
end

-- 2. The conditions of each cluster: the first one that failed, that is not done, and that differs.
local failure = nil
local waiting = nil
local differing = nil
local clusters = 0
for _, cluster in ipairs(status.placementStatuses or {}) do
  local name = cluster.clusterName
  if name ~= nil and name ~= "" then
    clusters = clusters + 1
    for _, step in ipairs({ "Overridden", "WorkSynchronized", "Applied", "DiffReported" }) do
      local condition = current(cluster.conditions, step)
      if failure == nil and condition ~= nil and condition.status == "False" then
        local failed = failedObject(cluster, step)
        if step == "Overridden" or step == "WorkSynchronized" then
          failure = name .. ": " .. said(condition)
        elseif failed ~= nil then
          failure = name .. ": " .. failed
        end
      end
    end
    for _, step in ipairs(steps) do
      local condition = current(cluster.conditions, step)
      if waiting == nil and condition == nil then
        waiting = name .. ": waits for " .. step
      elseif waiting == nil and condition.status ~= "True" then
        waiting = name .. ": " .. (failedObject(cluster, step) or said(condition))
      end
    end
    if differing == nil and #(cluster.diffedPlacements or {}) > 0 then
      differing = name
    end
  end
end
if failure ~= nil then
  return health("Degraded", failure)
end

-- 3. All conditions are True, but nothing runs on any cluster.
local started = whole("RolloutStarted")
if started == nil and clusters == 0 then
  return health("Degraded", "No cluster is picked: nothing runs anywhere")
end
if started ~= nil and started.reason == "RolloutControlledByExternalController" then
  return health("Suspended", "Update runs roll the placement out: see the run that names it")
end
if clusters == 0 then
  return health("Progressing", "The clusters are not listed yet")
end
if #(status.selectedResources or {}) == 0 then
  return health("Progressing", "The selectors select no object: nothing is placed")
end
if waiting ~= nil then
  return health("Progressing", waiting)
end

-- 4. The placement as a whole.
for _, step in ipairs(steps) do
  local condition = whole(step)
  if condition == nil then
    return health("Progressing", "The placement waits for " .. step)
  end
  if condition.status ~= "True" then
    return health("Progressing", said(condition))
  end
end
if comparesOnly and differing ~= nil then
  return health("Degraded", "Objects differ from what is wanted on: " .. differing)
end
if comparesOnly then
  return health("Healthy", "Compared on " .. clusters .. " cluster(s), without differences, as its copy says")
end
return health("Healthy", "The placement is rolled out on " .. clusters .. " cluster(s), as its copy says")
