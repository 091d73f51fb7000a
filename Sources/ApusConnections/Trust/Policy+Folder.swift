internal import ApusBytes
internal import ApusNet
public import ApusTLS
public import ApusX509
internal import ApusX509Files

extension TLS.Policy {
  /// Creates a policy of a mode that pins the certificates of a folder.
  ///
  /// - Parameters:
  ///   - pinning: The mode.
  ///   - folder: The path of the folder.
  ///   - onUnreadable: Called with each unreadable file, which is then skipped; without it, such a
  ///     file is an error.
  /// - Throws: The error of the first unreadable file, or of the folder if it contains no
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
  /// These are PEM or DER files whose names end in `.cer`, `.der`, `.crt` or `.pem`, in lower or
  /// upper case; subfolders are skipped. A file that contains no certificate, or cannot be read, is
  /// never skipped silently: a missing pin would be noticed only when the server changes its
  /// certificate. This includes broken links and names that are not UTF-8.
  ///
  /// - Parameters:
  ///   - folder: The path of the folder.
  ///   - onUnreadable: Called with each unreadable file, which is then skipped; without it, such a
  ///     file is an error.
  /// - Returns: The certificates, at least one.
  /// - Throws: The error of the first unreadable file, or of the folder if it contains no
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

  /// Returns all entries of a folder that are named like certificate files and are not folders.
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
    // Any other kind of file, such as a pipe, contains no certificate, and might block its reader.
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
