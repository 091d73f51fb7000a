internal import ApusBytes
internal import ApusNet
public import ApusTLS
public import ApusX509
internal import ApusX509Files

extension TLS.Policy {
  /// Creates a policy of a mode that pins the certificates of a folder.
  ///
  /// - Parameters:
  ///   - pinning: The pinning mode of the policy.
  ///   - folder: The path of the folder.
  ///   - onUnreadable: A callback that receives each unreadable file, which the initializer then
  ///     skips. Without the callback, an unreadable file is an error.
  /// - Throws: The error of the first unreadable file, or of the folder if the folder contains no
  ///   certificate that can be pinned.
  public init(
    _ pinning: TLS.Pinning, pinnedFolder folder: String,
    onUnreadable: ((Connections.TrustSourceError) -> Void)? = nil
  ) throws(Connections.TrustSourceError) {
    self.init(
      pinning, pinned: try Self.certificates(inFolder: folder, onUnreadable: onUnreadable))
  }

  /// Reads the certificates in a folder's files, in the order of their names.
  ///
  /// The function reads PEM and DER files whose names end in `.cer`, `.der`, `.crt` or `.pem`, in
  /// lower or upper case, and skips subfolders. The function never silently skips a file that
  /// contains no certificate or cannot be read. A missing pin would be noticed only when the server
  /// changes its certificate. Broken links and names that are not UTF-8 count as unreadable files.
  ///
  /// - Parameters:
  ///   - folder: The path of the folder.
  ///   - onUnreadable: A callback that receives each unreadable file, which the function then
  ///     skips. Without the callback, an unreadable file is an error.
  /// - Returns: The certificates of the folder, at least one.
  /// - Throws: The error of the first unreadable file, or of the folder if the folder contains no
  ///   certificate.
  public static func certificates(
    inFolder folder: String,
    onUnreadable: ((Connections.TrustSourceError) -> Void)? = nil
  ) throws(Connections.TrustSourceError) -> [X509.Certificate] {
    var found: [X509.Certificate] = []
    for path in try pinFiles(in: FilePath(folder)) {
      do throws(Connections.TrustSourceError) {
        found += try certificates(in: path)
      } catch {
        guard let onUnreadable else { throw error }
        onUnreadable(error)
      }
    }
    guard !found.isEmpty else { throw .noCertificate(folder) }
    return found
  }

  /// Returns the entries of a folder that have names of certificate files and are not folders.
  private static func pinFiles(
    in folder: FilePath
  ) throws(Connections.TrustSourceError) -> [FilePath] {
    do throws(SystemError) {
      return try Files.entries(in: folder, limit: CertificateFiles.nameLimit)
        .filter { isPinName($0.bytes) }.map { folder.appending($0) }
        .filter { !Files.isFolder($0) }
    } catch {
      throw .unreadable(folder.description, error)
    }
  }

  private static func isPinName(_ name: [UInt8]) -> Bool {
    guard name.first != 0x2e else { return false }
    return [".cer", ".der", ".crt", ".pem"].contains { ending in
      name.count > ending.utf8.count
        && ASCII.equalsIgnoringCase(Array(name.suffix(ending.utf8.count)).span, ending)
    }
  }

  private static func certificates(
    in path: FilePath
  ) throws(Connections.TrustSourceError) -> [X509.Certificate] {
    let name = path.description
    let kind = Files.kind(path)
    // A special file, such as a pipe, might block the reader.
    guard kind == nil || kind == .regular else { throw .noCertificate(name) }
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try Files.contents(of: path, limit: CertificateFiles.byteLimit)
    } catch {
      throw .unreadable(name, error)
    }
    let (certificates, problems) = X509.Bundle(bytes).certificates()
    guard let problem = problems.first else { return certificates }
    guard problem.error != .noCertificate else { throw .noCertificate(name) }
    throw .malformed(name, problem.error, line: problem.line)
  }
}
