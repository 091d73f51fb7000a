internal import CApusSystem

/// The only place where ApusNet calls the clock, the poller, sockets, files and threads.
///
/// Apart from this type, only `Lock`, `SystemError` and the blocking `Files` calls use C. A
/// simulated runtime can replace this type at compile time. All functions return the kernel's
/// result, and a negative result is a negated errno.
enum Kernel {
  /// Returns the nanoseconds of the monotonic clock.
  static func now() -> UInt64 { apus_monotonic_nanoseconds() }

  static func close(_ descriptor: Int32) { _ = apus_close(descriptor) }

  /// The error numbers of Linux. The C shim translates the numbers of other systems.
  enum Failure {
    static let notPermitted: Int64 = -1
    static let noSuchFile: Int64 = -2
    static let badDescriptor: Int64 = -9
    static let tryAgain: Int64 = -11
    static let noMemory: Int64 = -12
    static let accessDenied: Int64 = -13
    static let exists: Int64 = -17
    static let noSuchDevice: Int64 = -19
    static let invalidArgument: Int64 = -22
    static let tooManyFilesInSystem: Int64 = -23
    static let tooManyFiles: Int64 = -24
    static let fileTooLarge: Int64 = -27
    static let noSpace: Int64 = -28
    static let brokenPipe: Int64 = -32
    static let notImplemented: Int64 = -38
    static let protocolError: Int64 = -71
    static let messageTooLong: Int64 = -90
    static let noSuchOption: Int64 = -92
    static let tooManyLinks: Int64 = -40
    static let notSupported: Int64 = -95
    static let noSuchFamily: Int64 = -97
    static let addressInUse: Int64 = -98
    static let addressNotAvailable: Int64 = -99
    static let networkDown: Int64 = -100
    static let networkUnreachable: Int64 = -101
    static let connectionAborted: Int64 = -103
    static let connectionReset: Int64 = -104
    static let noBuffers: Int64 = -105
    static let notConnected: Int64 = -107
    static let timedOut: Int64 = -110
    static let connectionRefused: Int64 = -111
    static let hostDown: Int64 = -112
    /// The error number `EOWNERDEAD`, which no other kernel call of this module returns.
    static let forked: Int64 = -130
    static let hostUnreachable: Int64 = -113
    static let inProgress: Int64 = -115
  }
}
