public import ApusFiles

/// The kind of file at the destination of a download, determined before the content is fetched.
public enum FileDestination: Hashable, Sendable {
  /// The path does not exist, so a file can be created there.
  case vacant
  /// The path leads to a regular file with this number of bytes, which can be replaced.
  case file(byteCount: Int64)
  /// The path leads to a folder, possibly through a link, and a file can be created in the folder.
  case folder
  /// The path leads to a link, a device, a pipe or a socket, which is never replaced.
  case other(FileKind)

  /// Inspects the file at a path in a blocking call.
  package init(at path: FilePath) throws(NetError) {
    if Files.isFolder(path) {
      self = .folder
      return
    }
    let (parent, name) = try Self.open(path)
    self.init(try Self.status(of: name, in: parent, path))
  }

  private init(_ status: FileStatus?) {
    switch status?.kind {
    case nil: self = .vacant
    case .regular?: self = .file(byteCount: status?.byteCount ?? 0)
    case .folder?: self = .folder
    case let kind?: self = .other(kind)
    }
  }

  /// Throws an error if a file cannot be created or replaced at the path.
  public func check(_ path: FilePath, replacing: Bool) throws(NetError) {
    switch self {
    case .vacant: return
    case .file where replacing: return
    case .file: throw .fileExists(path)
    case .folder: throw .notReplaceable(path, .folder)
    case .other(let kind): throw .notReplaceable(path, kind)
    }
  }

  /// Returns the status of the file with a name, or `nil` if the file does not exist. Throws an
  /// error if the file may not be replaced.
  static func check(
    _ name: FilePath, in folder: Descriptor, _ path: FilePath, replacing: Bool
  ) throws(NetError) -> FileStatus? {
    let status = try status(of: name, in: folder, path)
    try FileDestination(status).check(path, replacing: replacing)
    return status
  }

  /// Opens the folder of a path.
  static func open(_ path: FilePath) throws(NetError) -> (folder: Descriptor, name: FilePath) {
    guard let (folder, name) = path.split() else {
      throw NetError("open", path.description, result: Kernel.Failure.invalidArgument)
    }
    let result = Kernel.Files.openFolder(folder)
    return (try Descriptor(opened: result, by: "open", folder.description), name)
  }

  /// Returns the status of the file with a name in a folder, or `nil` if the file does not exist.
  static func status(
    of name: FilePath, in folder: Descriptor, _ path: FilePath
  ) throws(NetError) -> FileStatus? {
    var status: FileStatus?
    let result = folder.use { folder in
      let (result, found) = Kernel.Files.status(of: name, in: folder)
      status = found
      return result
    }
    guard result == 0 || result == Kernel.Failure.noSuchFile else {
      throw NetError("stat", path.description, result: result)
    }
    return status
  }
}
