public import ApusFiles
internal import CApusSystem

extension Files {
  /// Writes all of the bytes to the caller's descriptor, such as standard output.
  ///
  /// The call blocks its thread.
  public static func write(
    _ bytes: [UInt8], toDescriptor descriptor: Int32
  ) throws(SystemError) {
    let name =
      switch descriptor {
      case 1: "standard output"
      case 2: "standard error"
      default: "file descriptor \(descriptor)"
      }
    try write(bytes, to: descriptor, named: name)
  }

  /// Appends bytes to a file, and creates a missing file with access for its owner only.
  public static func append(_ bytes: [UInt8], to path: FilePath) throws(SystemError) {
    let text = path.description
    guard path.isWhole else {
      throw SystemError("open", text, result: Kernel.Failure.invalidArgument)
    }
    // SAFETY: the C string is used for this call only.
    let descriptor = unsafe apus_open_appending(path.cString, 0o600)
    guard descriptor >= 0 else { throw SystemError("open", text, result: descriptor) }
    defer { _ = apus_close(Int32(descriptor)) }
    try write(bytes, to: Int32(descriptor), named: text)
  }

  /// Removes a file, but not a folder.
  public static func remove(_ path: FilePath) throws(SystemError) {
    let text = path.description
    guard let (folder, name) = path.split() else {
      throw SystemError("unlink", text, result: Kernel.Failure.invalidArgument)
    }
    let descriptor = Kernel.Files.openFolder(folder)
    guard descriptor >= 0 else {
      throw SystemError("open", folder.description, result: descriptor)
    }
    defer { _ = apus_close(Int32(descriptor)) }
    let result = Kernel.Files.unlink(name, in: Int32(descriptor))
    guard result == 0 else { throw SystemError("unlink", text, result: result) }
  }

  private static func write(
    _ bytes: [UInt8], to descriptor: Int32, named name: String
  ) throws(SystemError) {
    var written = 0
    while written < bytes.count {
      let result = Kernel.Files.write(descriptor, bytes.span.extracting(written...))
      guard result >= 0 else { throw SystemError("write", name, result: result) }
      written += Int(result)
    }
  }
}
