internal import CApusSystem

/// The open folder of a disk cache, with the file operations in the folder. The operations may wait
/// for the disk.
///
/// Every file name is relative to the folder's descriptor. A different user who replaces the folder
/// in its parent folder therefore cannot redirect an operation to other files. The file names are
/// bytes that consist of digests and random numbers, or that were read from a folder listing.
final class DiskFolder: Sendable {
  private let descriptor: Int32
  /// The path of the cache folder, which error messages contain.
  let path: String

  /// Creates a folder object that owns an open descriptor.
  init(_ descriptor: Int32, path: String) {
    self.descriptor = descriptor
    self.path = path
  }

  deinit { _ = apus_close(descriptor) }

  /// The results of failed system calls, as negative error numbers of the kernel.
  enum Failure {
    static let noSuchFile: Int64 = -2
    static let exists: Int64 = -17
    static let notFolder: Int64 = -20
    static let invalidArgument: Int64 = -22
    static let tooManyLinks: Int64 = -40
  }

  /// The outcome of an attempt to open a file.
  enum Opening {
    case file(DiskFile)
    /// The file does not exist.
    case none
    /// The system call failed with this error number, so a file may exist.
    case failed(Int64)
  }

  /// Opens a file of the folder for reading.
  func open(_ name: [UInt8]) -> Opening {
    // SAFETY: C reads the string only during this call.
    let result = unsafe apus_open_reading_in(descriptor, Self.terminated(name))
    if result == Failure.noSuchFile { return .none }
    guard result >= 0 else { return .failed(result) }
    return .file(DiskFile(Int32(truncatingIfNeeded: result)))
  }

  /// Opens a subfolder, and returns its descriptor or a negative error number.
  func openFolder(_ name: [UInt8]) -> Int64 {
    // SAFETY: C reads the string only during this call.
    unsafe apus_open_folder_in(descriptor, Self.terminated(name))
  }

  /// The owner and the permissions of the cache folder. The value is `nil` if the system call
  /// fails.
  var ownStatus: DiskStatus? {
    var status = apus_file_status()
    let result = unsafe apus_status_of(descriptor, &status)  // SAFETY: a status for this call only.
    return result == 0 ? DiskStatus(status) : nil
  }

  /// Creates a file in the cache folder. The method fails if a file with the name exists.
  func make(_ name: [UInt8]) -> (result: Int64, file: DiskFile?) {
    // SAFETY: C reads the string only during this call.
    let result = unsafe apus_create_in(descriptor, Self.terminated(name), 0o600)
    return (result, result < 0 ? nil : DiskFile(Int32(truncatingIfNeeded: result)))
  }

  /// Renames a file in the cache folder. A file with the new name is replaced if `replacing` is
  /// `true`.
  func rename(_ name: [UInt8], to other: [UInt8], replacing: Bool = true) -> Bool {
    let names = (Self.terminated(name), Self.terminated(other))
    // SAFETY: C reads the two strings only during this call.
    return unsafe apus_rename_in(descriptor, names.0, names.1, replacing ? 1 : 0) == 0
  }

  /// Removes a file from the cache folder. Returns a Boolean value that indicates whether the file
  /// name is unused now.
  @discardableResult
  func remove(_ name: [UInt8]) -> Bool {
    // SAFETY: C reads the string only during this call.
    let result = unsafe apus_unlink_in(descriptor, Self.terminated(name))
    return result == 0 || result == Failure.noSuchFile
  }

  /// Creates a subfolder of the cache folder. Returns 0 on success or a negative error number, such
  /// as `exists`.
  func makeFolder(_ name: [UInt8]) -> Int64 {
    // SAFETY: C reads the string only during this call.
    unsafe apus_make_folder_in(descriptor, Self.terminated(name), 0o700)
  }

  /// Removes a subfolder of the cache folder. Returns a Boolean value that indicates whether the
  /// folder name is unused now.
  @discardableResult
  func removeFolder(_ name: [UInt8]) -> Bool {
    // SAFETY: C reads the string only during this call.
    let result = unsafe apus_remove_folder_in(descriptor, Self.terminated(name))
    return result == 0 || result == Failure.noSuchFile
  }

  /// Returns the status of the file with the given name, and the result of the system call.
  func status(_ name: [UInt8]) -> (result: Int64, status: DiskStatus?) {
    var status = apus_file_status()
    // SAFETY: C reads the string and writes the status only during this call.
    let result = unsafe apus_status_in(descriptor, Self.terminated(name), &status)
    return (result, result == 0 ? DiskStatus(status) : nil)
  }

  /// The file names in a folder, as a system call has listed them.
  struct Listing {
    /// The result of the system call, which is zero on success. The file names are unknown after a
    /// failure.
    fileprivate(set) var result: Int64 = 0
    fileprivate(set) var names: [[UInt8]] = []
    /// A Boolean value that indicates whether the folder listing omits file names because of its
    /// limit.
    fileprivate(set) var isCutShort = false

    fileprivate let prefix: [UInt8]
    fileprivate let limit: Int

    /// Adds a file name from C to the listing, and returns a Boolean value that indicates whether
    /// the listing continues.
    fileprivate mutating func visit(_ name: UnsafePointer<CChar>) -> Bool {
      var bytes: [UInt8] = []
      // SAFETY: C passes a string that ends with a zero byte, and the loop reads no byte after the
      // zero byte.
      for index in 0... {
        let byte = unsafe UInt8(bitPattern: name[index])
        if index < prefix.count, byte != prefix[index] { return true }
        if byte == 0 { break }
        if index == prefix.count { bytes = prefix }
        if index >= prefix.count { bytes.append(byte) }
      }
      guard names.count < limit else {
        isCutShort = true
        return false
      }
      names.append(bytes.isEmpty ? prefix : bytes)
      return true
    }
  }

  /// Lists the file names in a folder that begin with a prefix, up to a maximum number of names.
  ///
  /// The listing contains the result of the system call, so a failure differs from an empty folder.
  func list(_ name: [UInt8], prefix: [UInt8] = [], limit: Int) -> Listing {
    var listing = Listing(prefix: prefix, limit: limit)
    // SAFETY: C calls the function only during this call, and passes the pointer that it received.
    let result = unsafe withUnsafeMutablePointer(to: &listing) { pointer in
      unsafe apus_list_folder_in(descriptor, Self.terminated(name), pointer) { context, name in
        guard let context = unsafe context, let name = unsafe name else { return true }
        return unsafe context.assumingMemoryBound(to: Listing.self).pointee.visit(name)
      }
    }
    listing.result = result
    return listing
  }

  /// Returns the bytes of a file name as a C string that ends with a zero byte.
  private static func terminated(_ name: [UInt8]) -> [CChar] {
    name.map { CChar(bitPattern: $0) } + [0]
  }
}
