internal import CApusSystem

/// A fact about the process and its machine that the operating system provides.
package enum SystemFact: CaseIterable {
  /// The name of the operating system, which is `Linux` or `macOS`.
  case systemName
  /// The release of the kernel, such as `6.1.0`.
  case kernelRelease
  /// The name of the program. The kernel of Linux truncates the name to 15 bytes.
  case programName
  /// The identifier of the current boot of the machine.
  case bootIdentifier

  private static let byteLimit = 1_024

  /// The fact as text. The value is `nil` if the operating system does not provide the fact.
  package var text: String? {
    var bytes: [UInt8] = []
    bytes.append(addingCapacity: Self.byteLimit) { output in
      // SAFETY: C writes at most the given capacity, and returns the number of written bytes.
      unsafe output.withUnsafeMutableBufferPointer { buffer, count in
        unsafe buffer.withMemoryRebound(to: CChar.self) { text in
          let length = unsafe apus_system_fact(number, text.baseAddress, Self.byteLimit)
          count = max(0, Int(length))
        }
      }
    }
    return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
  }

  private var number: apus_fact {
    switch self {
    case .systemName: APUS_SYSTEM_NAME
    case .kernelRelease: APUS_KERNEL_RELEASE
    case .programName: APUS_PROGRAM_NAME
    case .bootIdentifier: APUS_BOOT_ID
    }
  }
}
