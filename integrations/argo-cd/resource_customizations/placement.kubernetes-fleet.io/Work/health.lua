-- The content for one member cluster, and the status that its agent writes.
-- Conditions: https://github.com/kubefleet-dev/kubefleet/blob/v0.3.1/pkg/controllers/workapplier/status.go
-- Only the base library is used, so useOpenLibs is not needed.

local spec = obj.spec or {}
local status = obj.status or {}

local function find(conditions, name)
  for _, condition in ipairs(conditions or {}) do
    if condition.type == name then
      return condition
    end
  end
  return nil
end

local function current(name)
  local condition = find(status.conditions, name)
  if condition ~= nil and condition.observedGeneration == obj.metadata.generation then
    return condition
  end
  return nil
end

local function nameOf(manifest)
  local identifier = manifest.identifier or {}
  local at = identifier.name or ""
  if identifier.namespace ~= nil and identifier.namespace ~= "" then
    at = identifier.namespace .. "/" .. at
  end
  return (identifier.kind or "object") .. " " .. at
end

-- The first manifest for which this condition is False, and its message. PreparingToProcess precedes the attempt.
local function failedManifest(name)
  for _, manifest in ipairs(status.manifestConditions or {}) do
    local condition = find(manifest.conditions, name)
    if condition ~= nil and condition.status == "False" and condition.reason ~= "PreparingToProcess" then
      return nameOf(manifest) .. ": " .. (condition.message or condition.reason or "no message")
    end
  end
  return nil
end

-- The agent computes these from its manifests and writes all at once: if one is True for the Work it is False for no manifest.
local steps = { "Applied", "Available" }
if ((spec.applyStrategy or {}).type) == "ReportDiff" then
  steps = { "DiffReported" }
end
for _, step in ipairs(steps) do
  local condition = current(step)
  if condition == nil then
    return { status = "Progressing", message = "The agent of the member has not said yet whether it is " .. step }
  end
  if condition.status ~= "True" then
    local failed = failedManifest(step)
    if failed ~= nil and step ~= "Available" then
      return { status = "Degraded", message = failed }
    end
    return { status = "Progressing", message = failed or condition.message or condition.reason or "no message" }
  end
  if condition.reason == "WorkNotTrackable" then
    return { status = "Healthy", message = "Applied; KubeFleet cannot tell whether it is available" }
  end
end
if steps[1] == "DiffReported" then
  -- Without ReportDiff a refused takeover has diffDetails too; its condition Applied shows the refusal.
  for _, manifest in ipairs(status.manifestConditions or {}) do
    if #((manifest.diffDetails or {}).observedDiffs or {}) > 0 then
      return { status = "Degraded", message = nameOf(manifest) .. " differs from what is wanted" }
    end
  end
  return { status = "Healthy", message = "Compared, without differences; nothing was applied" }
end
return { status = "Healthy", message = "Applied and available" }
