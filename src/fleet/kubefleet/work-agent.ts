/** The field manager of KubeFleet's member agent (KubeFleet pkg/controllers/workapplier/controller.go, workFieldManagerName). */
export const WORK_AGENT = 'work-api-agent';
