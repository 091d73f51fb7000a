import Testing

/// The house rules that a program can check. A failure lists the places to fix.
@Suite struct HouseTests {
  @Test func `a module imports only lower floors`() throws {
    try expectKept(ImportDirection())
  }

  @Test func `a folder of a module uses only lower folders`() throws {
    try expectKept(FolderDirection())
  }

  @Test func `no two modules have types of one name`() throws {
    try expectKept(SharedNames())
  }

  @Test func `only modules that the design names are imported from outside`() throws {
    try expectKept(ForeignImports())
  }

  @Test func `one import of a library is enough`() throws {
    try expectKept(OneImport())
  }

  @Test func `no code sleeps by the runtime's timers`() throws {
    try expectKept(Sleeping())
  }

  @Test func `thread checks of the compiler are disabled only in listed files`() throws {
    try expectKept(UncheckedSendable())
  }

  @Test func `no code on a path that a peer feeds can end the process`() throws {
    try expectKept(Traps())
  }

  @Test func `unsafe code is only next to C calls and has a reason`() throws {
    try expectKept(UnsafeCode())
  }

  @Test func `every declassified secret has a reason`() throws {
    try expectKept(Declassified())
  }

  @Test func `text from outside is handled as bytes`() throws {
    try expectKept(UnicodeText())
  }

  @Test func `every parser cites its specification`() throws {
    try expectKept(Citations())
  }

  @Test func `every public declaration is documented`() throws {
    try expectKept(Documentation())
  }

  @Test func `the comment of every setting has its default`() throws {
    try expectKept(SettingDefaults())
    let count = SettingDefaults().count(in: try House.here.get())
    print("settings with their defaults: \(count)")
    #expect(count > 180)
  }

  @Test func `comments are in plain English`() throws {
    try expectKept(PlainEnglish())
  }

  @Test func `the scripts that delete checks name existing files`() throws {
    try expectKept(Deletions())
  }

  @Test func `no public type has the name of another package's type`() throws {
    try expectKept(PublicNames())
  }

  @Test func `one import of the front door gives at most 75 names`() throws {
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

  @Test func `a file is named for a type that it declares`() throws {
    try expectKept(FileNames())
  }

  @Test func `a file has at most 400 lines`() throws {
    try expectKept(FileLength())
  }

  @Test func `a function has at most 60 lines`() throws {
    try expectKept(FunctionLength())
  }

  @Test func `a line has at most 100 columns`() throws {
    try expectKept(LineLength())
  }

  @Test func `no comment postpones work`() throws {
    try expectKept(Unfinished())
  }

  @Test func `no Swift file of the products depends on the system`() throws {
    try expectKept(PlatformConditions())
  }

  @Test func `no file names a folder of one machine`() throws {
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
