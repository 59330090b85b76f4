import { testAdmissionOracle } from '../test-admission-oracle.ts';

testAdmissionOracle(1);
