/** What keeps an installation in order, as the command line sees it. */

export type ErasureReport = {
  readonly orcid: string;
  readonly workspaces: readonly {
    readonly workspace: string;
    /** Of the person; none where nothing was left to erase. */
    readonly events: number;
    readonly jobEnded: boolean;
  }[];
  /** False if the rows had not followed in time. */
  readonly rowsGone: boolean;
  /** False if the files of the embedded stores may still hold what was removed from them. */
  readonly filesClean: boolean;
};

export interface UpkeepOperations {
  /** Removes a person's stream, rows and search terms; without a workspace, in all of them. Harmless to repeat. */
  erasePerson(orcid: string, workspace: string | null): Promise<ErasureReport>;
}
