-- An eviction is processed once, and its result is final:
-- https://github.com/kubefleet-dev/kubefleet/blob/v0.3.1/pkg/controllers/clusterresourceplacementeviction/controller.go
-- Only the base library is used, so useOpenLibs is not needed.

local function find(name)
  for _, condition in ipairs((obj.status or {}).conditions or {}) do
    if condition.type == name and condition.observedGeneration == obj.metadata.generation then
      return condition
    end
  end
  return nil
end

local valid = find("Valid")
if valid ~= nil and valid.status == "False" then
  return { status = "Degraded", message = valid.message or valid.reason or "no message" }
end
local executed = find("Executed")
if executed ~= nil and executed.status == "False" then
  return { status = "Degraded", message = executed.message or executed.reason or "no message" }
end
if executed ~= nil and executed.status == "True" then
  return { status = "Healthy", message = executed.message or executed.reason or "no message" }
end
return { status = "Progressing", message = "KubeFleet has not looked at the eviction yet" }
