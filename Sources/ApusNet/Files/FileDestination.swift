public import ApusFiles

/// The kind of file at the destination of a download, determined before its content is fetched.
public enum FileDestination: Hashable, Sendable {
  /// The path does not exist: a file can be created there.
  case vacant
  /// A regular file with this number of bytes, which can be replaced.
  case file(byteCount: Int64)
  /// A folder, possibly through a link: a file can be created in it.
  case folder
  /// A file that is never replaced: a link, a device, a pipe, a socket.
  case other(FileKind)

  /// Inspects a path; blocks.
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

  /// Throws if no file can be created or replaced at the path.
  public func check(_ path: FilePath, replacing: Bool) throws(NetError) {
    switch self {
    case .vacant: return
    case .file where replacing: return
    case .file: throw .fileExists(path)
    case .folder: throw .notReplaceable(path, .folder)
    case .other(let kind): throw .notReplaceable(path, kind)
    }
  }

  /// Throws if the file with a name may not be replaced, and returns its status; nil if it does not
  /// exist.
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

  /// Returns the status of the file with a name in a folder; nil if it does not exist.
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
