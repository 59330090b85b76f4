-- ApprovalRequest and ClusterApprovalRequest have the same script.
-- A person writes the condition Approved, KubeFleet answers with ApprovalAccepted:
-- https://github.com/kubefleet-dev/kubefleet/blob/v0.3.1/pkg/controllers/updaterun/execution.go
-- Only the base library is used, so useOpenLibs is not needed.

local generation = obj.metadata.generation
local stage = (obj.spec or {}).targetStage or "its stage"

local function find(name)
  for _, condition in ipairs((obj.status or {}).conditions or {}) do
    if condition.type == name then
      return condition
    end
  end
  return nil
end

local accepted = find("ApprovalAccepted")
if accepted ~= nil and accepted.status == "True" and accepted.observedGeneration == generation then
  return { status = "Healthy", message = "Stage " .. stage .. " is approved" }
end

local approved = find("Approved")
if approved == nil then
  return { status = "Suspended", message = "Stage " .. stage .. " waits for a person to approve it" }
end
if approved.status ~= "True" then
  return {
    status = "Suspended",
    message = "Approved is " .. (approved.status or "without a status") .. ": the run waits until it is True, or is deleted",
  }
end
if approved.observedGeneration ~= generation then
  return {
    status = "Suspended",
    message = "The approval does not count: its observedGeneration must be " .. tostring(generation),
  }
end
return { status = "Progressing", message = "The approval is given, and the run has not taken it up yet" }
