-- The status of the agents of one member cluster, in the namespace of the member.
-- Conditions: https://github.com/kubefleet-dev/kubefleet/blob/v0.3.1/apis/cluster/v1beta1/internalmembercluster_types.go
-- Only the base library is used, so useOpenLibs is not needed.

local function find(conditions, name)
  for _, condition in ipairs(conditions or {}) do
    if condition.type == name then
      return condition
    end
  end
  return nil
end

for _, agent in ipairs((obj.status or {}).agentStatus or {}) do
  if agent.type == "MemberAgent" then
    for _, name in ipairs({ "Joined", "Healthy" }) do
      local condition = find(agent.conditions, name)
      if condition == nil or condition.status == "Unknown" or condition.observedGeneration ~= obj.metadata.generation then
        return { status = "Progressing", message = "The member agent has not answered for this generation: " .. name }
      end
      if condition.status ~= "True" then
        return { status = "Degraded", message = condition.reason or name }
      end
    end
    return { status = "Healthy", message = "Joined; last heartbeat " .. (agent.lastReceivedHeartbeat or "unknown") }
  end
end
return { status = "Progressing", message = "No member agent has answered yet" }
