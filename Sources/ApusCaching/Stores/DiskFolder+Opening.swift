internal import ApusBytes
internal import ApusNet
internal import CApusSystem

extension DiskFolder {
  /// Opens the user's own cache folder within a parent folder. Missing folders are created.
  ///
  /// The parent folder may belong to any user. The cache folder must belong to the user and exclude
  /// other users, because other users could otherwise insert cache entries.
  static func open(in parent: String) throws(Caching.StoreError) -> DiskFolder {
    guard !parent.utf8.contains(0) else { throw error("open", Failure.invalidArgument) }
    // SAFETY: C reads the strings only during these calls.
    var outer = unsafe apus_open_folder(parent)
    if outer == Failure.noSuchFile {
      let made = unsafe apus_make_folder(parent, 0o700)
      guard made == 0 || made == Failure.exists else { throw error("mkdir", made) }
      unsafe outer = apus_open_folder(parent)
    }
    guard outer >= 0 else { throw error("open", outer) }
    let folder = DiskFolder(Int32(truncatingIfNeeded: outer), path: parent)
    let name = DiskNames.folder(of: apus_user())
    return try folder.own(name)
  }

  /// Opens the folder with the given name, which must belong to this user.
  private func own(_ name: String) throws(Caching.StoreError) -> DiskFolder {
    let bytes = Array(name.utf8)
    let path = "\(path)/\(name)"
    let made = makeFolder(bytes)
    guard made == 0 || made == Failure.exists else { throw Self.error("mkdir", made) }
    let result = openFolder(bytes)
    guard result != Failure.tooManyLinks, result != Failure.notFolder else {
      throw .untrusted(path: path, .kind)
    }
    guard result >= 0 else {
      // The opening of a different user's folder may fail, so the method checks the owner first.
      if let owner = status(bytes).status?.owner, owner != apus_user() {
        throw .untrusted(path: path, .owner(owner))
      }
      throw Self.error("open", result)
    }
    let folder = DiskFolder(Int32(truncatingIfNeeded: result), path: path)
    try Self.check(folder.ownStatus, path)
    return folder
  }

  /// Returns the secret of the store folder. A missing secret, or a secret of the wrong length, is
  /// replaced by a new secret.
  func secret(_ random: any RandomSource) throws(Caching.StoreError) -> [UInt8] {
    let found = try storedSecret()
    if let secret = found.secret { return secret }
    let bytes: [UInt8]
    let name: [UInt8]
    do throws(RandomError) {
      bytes = try random.bytes(Caching.Keying.secretByteCount)
      name = Array("t\(Hex.encode(try SystemRandom().bytes(16)))".utf8)
    } catch {
      throw .randomness(error)
    }
    let (result, file) = make(name)
    guard let file else { throw Self.error("open", result) }
    guard file.write(bytes) else {
      remove(name)
      throw .broken
    }
    // A second process may have created a secret at the same time. The secret that was stored first
    // is valid.
    if !rename(name, to: DiskNames.secret, replacing: found.isBroken) { remove(name) }
    guard let secret = try storedSecret().secret else { throw .broken }
    return secret
  }

  /// Reads the secret of the store folder. The method throws if the file exists but cannot be read.
  private func storedSecret() throws(Caching.StoreError) -> (secret: [UInt8]?, isBroken: Bool) {
    let path = "\(path)/secret"
    let file: DiskFile
    switch open(DiskNames.secret) {
    case .none: return (nil, false)
    case .failed(Failure.tooManyLinks): throw .untrusted(path: path, .kind)
    case .failed(let result): throw Self.error("open", result)
    case .file(let found): file = found
    }
    guard let status = file.status else { throw Self.error("fstat", 0) }
    guard status.isRegular else { throw .untrusted(path: path, .kind) }
    try Self.check(status, path)
    guard status.linkCount <= 1 else { throw .untrusted(path: path, .links(status.linkCount)) }
    guard file.byteCount == Caching.Keying.secretByteCount,
      let bytes = file.bytes(Caching.Keying.secretByteCount, at: 0)
    else { return (nil, true) }
    return (bytes, false)
  }

  /// Throws an error if a file or folder belongs to a different user or gives other users
  /// permissions.
  private static func check(
    _ status: DiskStatus?, _ path: String
  ) throws(Caching.StoreError) {
    guard let status else { throw error("fstat", 0) }
    guard status.owner == apus_user() else { throw .untrusted(path: path, .owner(status.owner)) }
    guard status.permissions & 0o077 == 0 else {
      throw .untrusted(path: path, .permissions(status.permissions))
    }
  }

  private static func error(_ call: String, _ result: Int64) -> Caching.StoreError {
    .system(call: call, errno: Int32(truncatingIfNeeded: -result))
  }
}
