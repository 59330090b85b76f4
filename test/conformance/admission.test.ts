import { testAdmissionOracle } from './test-admission-oracle.ts';

// A sample; `variants/admission.test.ts` has all cases.
testAdmissionOracle(5);
