-- Conditions: https://github.com/kubefleet-dev/kubefleet/blob/v0.3.1/apis/cluster/v1beta1/membercluster_types.go
-- A member that stops reporting keeps its conditions. Only lastReceivedHeartbeat shows it, and a script has no clock to compare it with.
-- Only the base library is used, so useOpenLibs is not needed.

local status = obj.status or {}

local function find(conditions, name)
  for _, condition in ipairs(conditions or {}) do
    if condition.type == name then
      return condition
    end
  end
  return nil
end

local joined = find(status.conditions, "Joined")
if joined == nil or joined.observedGeneration ~= obj.metadata.generation then
  return { status = "Progressing", message = "The cluster has not answered to this generation yet" }
end
if joined.status == "False" then
  return { status = "Degraded", message = joined.message or joined.reason or "The cluster is not joined" }
end
if joined.status ~= "True" then
  return { status = "Progressing", message = joined.message or joined.reason or "It is not known whether the cluster is joined" }
end
for _, agent in ipairs(status.agentStatus or {}) do
  local healthy = find(agent.conditions, "Healthy")
  if agent.type == "MemberAgent" and healthy ~= nil and healthy.status == "False" then
    return { status = "Degraded", message = "The member agent is not healthy: " .. (healthy.reason or "no reason given") }
  end
  if agent.type == "MemberAgent" and healthy ~= nil and healthy.status == "True" then
    return { status = "Healthy", message = "Joined; last heartbeat " .. (agent.lastReceivedHeartbeat or "unknown") }
  end
end
return { status = "Progressing", message = "The member agent has not said whether it is healthy" }
