// The module FoundationEssentials exists on Linux. On macOS, Foundation has the same types.

#if canImport(FoundationEssentials)
  @_exported public import FoundationEssentials
#else
  @_exported public import Foundation
#endif
