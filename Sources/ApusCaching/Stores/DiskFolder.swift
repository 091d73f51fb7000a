internal import CApusSystem

/// The open folder of a store, and the calls on files in it, which may wait for the disk.
///
/// Every name is relative to the folder's descriptor: another user who may rename the folder in its
/// parent, and replace it, cannot redirect a call to other files. Names are bytes, made of digests
/// and random numbers or taken from a listing.
final class DiskFolder: Sendable {
  private let descriptor: Int32
  /// The path that it was opened by, for error messages.
  let path: String

  /// Takes over an open descriptor.
  init(_ descriptor: Int32, path: String) {
    self.descriptor = descriptor
    self.path = path
  }

  deinit { _ = apus_close(descriptor) }

  /// The kernel's numbers for failures, as results of calls.
  enum Failure {
    static let noSuchFile: Int64 = -2
    static let exists: Int64 = -17
    static let notFolder: Int64 = -20
    static let invalidArgument: Int64 = -22
    static let tooManyLinks: Int64 = -40
  }

  /// The outcome of opening a file.
  enum Opening {
    case file(DiskFile)
    /// There is no such file.
    case none
    /// There may be one: the call failed with this result.
    case failed(Int64)
  }

  /// Opens a file for reading.
  func open(_ name: [UInt8]) -> Opening {
    // SAFETY: a C string for this call only.
    let result = unsafe apus_open_reading_in(descriptor, Self.terminated(name))
    if result == Failure.noSuchFile { return .none }
    guard result >= 0 else { return .failed(result) }
    return .file(DiskFile(Int32(truncatingIfNeeded: result)))
  }

  /// Opens a folder in this one; returns a descriptor, or the failure.
  func openFolder(_ name: [UInt8]) -> Int64 {
    // SAFETY: a C string for this call only.
    unsafe apus_open_folder_in(descriptor, Self.terminated(name))
  }

  /// The status of the folder itself; nil if the call fails.
  var ownStatus: DiskStatus? {
    var status = apus_file_status()
    let result = unsafe apus_status_of(descriptor, &status)  // SAFETY: a status for this call only.
    return result == 0 ? DiskStatus(status) : nil
  }

  /// Creates a file that did not exist.
  func make(_ name: [UInt8]) -> (result: Int64, file: DiskFile?) {
    // SAFETY: a C string for this call only.
    let result = unsafe apus_create_in(descriptor, Self.terminated(name), 0o600)
    return (result, result < 0 ? nil : DiskFile(Int32(truncatingIfNeeded: result)))
  }

  /// Renames a file, and replaces the file of that name unless that is forbidden.
  func rename(_ name: [UInt8], to other: [UInt8], replacing: Bool = true) -> Bool {
    let names = (Self.terminated(name), Self.terminated(other))
    // SAFETY: two C strings for this call only.
    return unsafe apus_rename_in(descriptor, names.0, names.1, replacing ? 1 : 0) == 0
  }

  /// Removes a file; returns whether no file has that name now.
  @discardableResult
  func remove(_ name: [UInt8]) -> Bool {
    // SAFETY: a C string for this call only.
    let result = unsafe apus_unlink_in(descriptor, Self.terminated(name))
    return result == 0 || result == Failure.noSuchFile
  }

  /// Creates a folder; returns 0 or the failure, such as `exists`.
  func makeFolder(_ name: [UInt8]) -> Int64 {
    // SAFETY: a C string for this call only.
    unsafe apus_make_folder_in(descriptor, Self.terminated(name), 0o700)
  }

  /// Removes a folder; returns whether no folder has that name now.
  @discardableResult
  func removeFolder(_ name: [UInt8]) -> Bool {
    // SAFETY: a C string for this call only.
    let result = unsafe apus_remove_folder_in(descriptor, Self.terminated(name))
    return result == 0 || result == Failure.noSuchFile
  }

  /// Returns the status of a name, and the result of the call.
  func status(_ name: [UInt8]) -> (result: Int64, status: DiskStatus?) {
    var status = apus_file_status()
    // SAFETY: a C string and a status for this call only.
    let result = unsafe apus_status_in(descriptor, Self.terminated(name), &status)
    return (result, result == 0 ? DiskStatus(status) : nil)
  }

  /// The names in a folder.
  struct Listing {
    /// Zero, or the failure: then the names are not known.
    fileprivate(set) var result: Int64 = 0
    fileprivate(set) var names: [[UInt8]] = []
    /// A Boolean value that indicates whether names above the limit were left out.
    fileprivate(set) var isCutShort = false

    fileprivate let prefix: [UInt8]
    fileprivate let limit: Int

    /// Takes in a name from C; returns whether the listing continues.
    fileprivate mutating func visit(_ name: UnsafePointer<CChar>) -> Bool {
      var bytes: [UInt8] = []
      // SAFETY: C passes a string that ends with a zero, which is read up to there.
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

  /// Lists the names in a folder that begin with a prefix, at most as many as the limit.
  ///
  /// A failure is never an empty listing: the result of the call is part of it.
  func list(_ name: [UInt8], prefix: [UInt8] = [], limit: Int) -> Listing {
    var listing = Listing(prefix: prefix, limit: limit)
    // SAFETY: C calls back within this call only, with the pointer that it was given.
    let result = unsafe withUnsafeMutablePointer(to: &listing) { pointer in
      unsafe apus_list_folder_in(descriptor, Self.terminated(name), pointer) { context, name in
        guard let context = unsafe context, let name = unsafe name else { return true }
        return unsafe context.assumingMemoryBound(to: Listing.self).pointee.visit(name)
      }
    }
    listing.result = result
    return listing
  }

  /// The bytes of a name as C reads them.
  private static func terminated(_ name: [UInt8]) -> [CChar] {
    name.map { CChar(bitPattern: $0) } + [0]
  }
}
