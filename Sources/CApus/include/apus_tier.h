/* The instruction sets that the shim has code for. */
#pragma once

#include <stdbool.h>

/* Wider is faster. A tier is unsupported for an algorithm that has no better code for it. */
enum apus_tier {
  APUS_TIER_PORTABLE, /* C alone, in constant time: no table is read at a secret index */
  APUS_TIER_X86_128,  /* AES-NI and PCLMULQDQ; SHA-NI */
  APUS_TIER_X86_256,  /* VAES and VPCLMULQDQ over AVX2; AVX2 */
  APUS_TIER_X86_512,  /* VAES and VPCLMULQDQ over AVX-512; AVX-512 */
  APUS_TIER_ARM,      /* the AES, PMULL and SHA-2 instructions of ARMv8 */
  APUS_TIER_COUNT,
};
