-- StagedUpdateRun and ClusterStagedUpdateRun have the same script.
-- Conditions and reasons: https://github.com/kubefleet-dev/kubefleet/blob/v0.3.1/pkg/utils/condition/reason.go
-- Who writes them: https://github.com/kubefleet-dev/kubefleet/blob/v0.3.1/pkg/controllers/updaterun/controller.go
-- Only the base and table libraries are used, so useOpenLibs is not needed.

local generation = obj.metadata.generation
local status = obj.status or {}
local state = (obj.spec or {}).state or "Initialize"

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

-- A condition of the current generation: each change of spec.state is a new generation.
local function current(name)
  local condition = find(status.conditions, name)
  if condition ~= nil and condition.observedGeneration == generation then
    return condition
  end
  return nil
end

local function said(condition)
  return condition.message or condition.reason or "no message"
end

-- The approval that a stage still waits for.
local function openApproval(tasks)
  for _, task in ipairs(tasks or {}) do
    local approved = find(task.conditions, "ApprovalRequestApproved")
    if task.type == "Approval" and (approved == nil or approved.status ~= "True") then
      return task.approvalRequestName or "an approval request that is not made yet"
    end
  end
  return nil
end

local succeeded = current("Succeeded")
if succeeded ~= nil and succeeded.status == "True" then
  return health("Healthy", "The run finished: " .. said(succeeded))
end
if succeeded ~= nil and succeeded.status == "False" then
  return health("Degraded", said(succeeded))
end

local initialized = current("Initialized")
if initialized == nil then
  return health("Progressing", "KubeFleet has not picked up the run yet")
end
if initialized.status == "False" then
  return health("Degraded", said(initialized))
end
if initialized.status ~= "True" then
  return health("Progressing", said(initialized))
end

local progressing = current("Progressing")
if progressing == nil then
  if state == "Initialize" then
    return health("Suspended", "The run is not started: set spec.state to Run")
  end
  if state == "Stop" then
    return health("Suspended", "The run is stopped before it began: set spec.state to Run")
  end
  return health("Progressing", "The run is about to start")
end
if progressing.reason == "UpdateRunStopped" then
  return health("Suspended", "The run is stopped: set spec.state to Run to go on")
end
if progressing.reason == "UpdateRunStuck" or progressing.reason == "UpdateRunFailed" then
  return health("Degraded", said(progressing))
end
if progressing.reason == "UpdateRunWaiting" then
  for _, stage in ipairs(status.stagesStatus or {}) do
    local waiting = find(stage.conditions, "Progressing")
    if waiting ~= nil and waiting.reason == "StageUpdatingWaiting" then
      local request = openApproval(stage.beforeStageTaskStatus)
      if find(stage.conditions, "Succeeded") == nil and request == nil then
        request = openApproval(stage.afterStageTaskStatus)
      end
      if request ~= nil then
        return health("Suspended", "Stage " .. (stage.stageName or "without a name") .. " waits for a person: " .. request)
      end
    end
  end
end
return health("Progressing", said(progressing))
