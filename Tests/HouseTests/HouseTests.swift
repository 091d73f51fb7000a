import Testing

/// The house rules that a program can check. A failure lists the places to fix.
@Suite struct HouseTests {
  @Test func `a module imports only modules of lower floors`() throws {
    try expectKept(ImportDirection())
  }

  @Test func `a folder of a module uses only lower folders of the module`() throws {
    try expectKept(FolderDirection())
  }

  @Test func `no two modules have types with the same name`() throws {
    try expectKept(SharedNames())
  }

  @Test func `other packages are imported only by modules that the design lists`() throws {
    try expectKept(ForeignImports())
  }

  @Test func `a program needs one import of a library`() throws {
    try expectKept(OneImport())
  }

  @Test func `no code sleeps with the timers of the Swift runtime`() throws {
    try expectKept(Sleeping())
  }

  @Test func `Sendable checks of the compiler are disabled only in listed files`() throws {
    try expectKept(UncheckedSendable())
  }

  @Test func `no code that handles a peer's bytes can trap`() throws {
    try expectKept(Traps())
  }

  @Test func `unsafe code occurs only next to C calls and has a reason`() throws {
    try expectKept(UnsafeCode())
  }

  @Test func `every declassified secret has a comment with a reason`() throws {
    try expectKept(Declassified())
  }

  @Test func `text from outside is handled as bytes and not as characters`() throws {
    try expectKept(UnicodeText())
  }

  @Test func `every parser cites its specification in a comment`() throws {
    try expectKept(Citations())
  }

  @Test func `every public declaration has a documentation comment`() throws {
    try expectKept(Documentation())
  }

  @Test func `the comment of every setting contains the setting's default`() throws {
    try expectKept(SettingDefaults())
    let count = SettingDefaults().count(in: try House.here.get())
    print("settings with their defaults: \(count)")
    #expect(count > 180)
  }

  @Test func `comments are written in plain English`() throws {
    try expectKept(PlainEnglish())
  }

  @Test func `the scripts that delete checks name only existing files`() throws {
    try expectKept(Deletions())
  }

  @Test func `no public type has the name of another package's type`() throws {
    try expectKept(PublicNames())
  }

  @Test func `importing Apus provides at most 75 names`() throws {
    let house = try House.here.get()
    let names = PublicNames.frontDoor(of: house).compactMap(\.name).sorted()
    print("import Apus gives \(names.count) names:", names.joined(separator: " "))
    #expect(names.count <= 75 && Set(names).count == names.count)
    let session = house.libraryFiles.filter { $0.module == "ApusSession" }
      .flatMap { PublicNames.publicTypes(in: $0).map(\.name) }
    #expect(session.allSatisfy(names.contains), "Exports.swift of Apus lacks a type of ApusSession")
  }

  @Test func `no name contains the kind of its subject`() throws {
    try expectKept(Naming())
  }

  @Test func `a source file is named after a type that it declares`() throws {
    try expectKept(FileNames())
  }

  @Test func `a source file has at most 400 lines`() throws {
    try expectKept(FileLength())
  }

  @Test func `a function has at most 60 lines`() throws {
    try expectKept(FunctionLength())
  }

  @Test func `a source line has at most 100 columns`() throws {
    try expectKept(LineLength())
  }

  @Test func `no comment postpones work`() throws {
    try expectKept(Unfinished())
  }

  @Test func `no Swift file of the products depends on the operating system`() throws {
    try expectKept(PlatformConditions())
  }

  @Test func `no file contains the path of a folder on one machine`() throws {
    try expectKept(MachinePaths())
  }

  @Test func `the top folder of the repository contains only the planned entries`() throws {
    try expectKept(TopLevel())
  }

  private func expectKept(_ rule: some Rule) throws {
    let house = try House.here.get()
    #expect(house.floors.modules.count >= 12)
    #expect(house.swiftFiles.count > 30)
    let breaches = rule.breaches(in: house)
    #expect(breaches.isEmpty, "\n\(breaches.map(\.description).joined(separator: "\n"))")
  }
}
